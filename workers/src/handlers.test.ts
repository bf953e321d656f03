import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { UnrecoverableJobError } from '@ve/server-kit/queue/job-errors';
import { createHandlers } from './handlers.ts';
import type { Handlers } from './job-context.ts';
import { contextFor } from './testing/context-for.ts';
import { scriptedMail } from './testing/scripted-mail.ts';
import { scriptedSources } from './testing/scripted-sources.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let handlers: Handlers;
beforeAll(async () => {
  db = await openTestDatabase();
  handlers = createHandlers({
    sources: scriptedSources({}).sources,
    ...scriptedMail(),
  });
});
afterAll(() => db.close());

const context = () => contextFor({ orm: db.orm, now: () => new Date() });

describe('the handlers', () => {
  it('are one for each job of the contract, or do not compile', () => {
    const rest: Omit<Handlers, 'reminders.send'> = handlers;
    // @ts-expect-error: a map without the reminders' handler is not a map of all jobs
    const incomplete: Handlers = rest;
    expect(incomplete).toBe(handlers);
  });

  it('refuse for good a check or a reminder that nobody ordered', async () => {
    const correlationId = 'request-1';
    const check = handlers['vdi-check.run']({ checkId: randomUUID(), correlationId }, context());
    await expect(check).rejects.toThrow(UnrecoverableJobError);
    const reminder = handlers['reminders.send']({ reminderId: randomUUID(), correlationId }, context());
    await expect(reminder).rejects.toThrow(UnrecoverableJobError);
  });

  it('store an error log once, however often its job is run', async () => {
    const payload = {
      entry: {
        timestamp: '2026-03-01T10:00:00.000Z',
        error_message: 'x is undefined',
        error_stack: null,
        user_agent: 'Mozilla',
        url: '/report',
        session_id: null,
        error_type: 'JavaScript Error' as const,
        component_name: null,
        additional_data: {},
      },
      receivedAt: '2026-03-01T10:00:01.000Z',
      fingerprint: 'JavaScript Error|x is undefined',
      correlationId: 'request-1',
    };
    await handlers['error-logs.write'](payload, context());
    await handlers['error-logs.write'](payload, context());
    const endedBefore = { ...context(), complete: () => Promise.resolve(false) };
    const later = { ...payload, receivedAt: '2026-03-01T10:00:02.000Z' };
    await handlers['error-logs.write'](later, endedBefore);
    const rows = await db.orm.em.fork().execute('select error_message, occurrences, fingerprint from error_logs');
    expect(rows).toEqual([
      { error_message: 'x is undefined', occurrences: 1, fingerprint: 'JavaScript Error|x is undefined' },
    ]);
  });
});
