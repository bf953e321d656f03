import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type JobName, jobDefinitions } from '@ve/contracts/jobs';
import { connectDatabase } from '@ve/data/kernel/database';
import { databaseEntities } from '@ve/data/entities';
import { findFullCheck } from '@ve/data/full-check/full-check.repository';
import { insertPaidTestMember, requestTestFullCheck } from '@ve/data/testing/full-checks';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { requestTestVehicleFetch } from '@ve/data/testing/vehicle-fetches';
import { findVehicleFetch } from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.repository';
import { UnrecoverableJobError } from '@ve/contracts/job-errors';
import { createJobHandlers } from './handlers.ts';
import type { JobUseCasesByName } from './job-context.ts';
import { createTestJobContext } from './testing/test-job-context.ts';
import { createMailRowsFixture } from './testing/read-mail-rows.ts';
import { scriptedMail } from './testing/scripted-mail.ts';
import { sampleJobPayloads } from './testing/sample-job-payloads.ts';
import { paymentsThatThrow } from './testing/scripted-payments.ts';
import { scriptedPaidSources } from './testing/scripted-registers.ts';
import { scriptedSources } from './testing/scripted-sources.ts';
import { scriptedTexts } from './testing/scripted-texts.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let handlers: JobUseCasesByName;
beforeAll(async () => {
  db = await openTestDatabase();
  handlers = createJobHandlers({
    ...scriptedTexts(),
    sources: scriptedSources({}).sources,
    ...scriptedPaidSources(),
    payments: paymentsThatThrow,
    queues: { forget: () => Promise.resolve(0) },
    ...scriptedMail(),
  });
});
afterAll(() => db.close());

const errorLog = {
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

const context = () => createTestJobContext({ orm: db.orm, now: () => new Date() });

describe('the handlers', () => {
  it('exist for each job of the contract, or do not compile', () => {
    const rest: Omit<JobUseCasesByName, 'reminders.send'> = handlers;
    // @ts-expect-error: a map without the reminders' handler is not a map of all jobs
    const incomplete: JobUseCasesByName = rest;
    expect(incomplete).toBe(handlers);
  });

  it('fail permanently for an unknown check or reminder', async () => {
    const correlationId = 'request-1';
    const check = handlers['full-checks.run']({ checkId: randomUUID(), correlationId }, context());
    await expect(check).rejects.toThrow(UnrecoverableJobError);
    const reminder = handlers['reminders.send']({ reminderId: randomUUID(), correlationId }, context());
    await expect(reminder).rejects.toThrow(UnrecoverableJobError);
  });

  it('ignore unknown rows: a queue may hold newer jobs than a restored database', async () => {
    const unheardOf = { deleteCustomer: () => Promise.resolve(), listSubscriptions: () => Promise.resolve([]) };
    const harmless = createJobHandlers({
      ...scriptedTexts(),
      sources: scriptedSources({}).sources,
      ...scriptedPaidSources(),
      // Deleting a customer without a row is repeatable. Any other call throws.
      payments: { ...paymentsThatThrow, ...unheardOf },
      queues: { forget: () => Promise.reject(new Error('nothing is forgotten')) },
      ...scriptedMail(),
    });
    const dump = () =>
      Promise.all(
        databaseEntities.map(({ meta }) => db.orm.em.fork().execute(`select * from "${meta.tableName}" order by 1`)),
      );
    const before = await dump();
    for (const name of Object.keys(jobDefinitions) as JobName[]) {
      if (name === 'error-logs.write') continue;
      const run = harmless[name] as (payload: unknown, given: ReturnType<typeof context>) => Promise<void>;
      const error = await run(sampleJobPayloads[name](), context()).catch((thrown: unknown) => thrown);
      expect([name, error === undefined || error instanceof UnrecoverableJobError]).toEqual([name, true]);
    }
    expect(await dump()).toEqual(before);
  });

  it('store an error log once for repeated runs of its job', async () => {
    await handlers['error-logs.write'](errorLog, context());
    await handlers['error-logs.write'](errorLog, context());
    const endedBefore = { ...context(), complete: () => Promise.resolve(false) };
    const later = { ...errorLog, receivedAt: '2026-03-01T10:00:02.000Z' };
    await handlers['error-logs.write'](later, endedBefore);
    const rows = await db.data.all('error_logs');
    expect(rows).toMatchObject([
      { errorMessage: 'x is undefined', occurrences: 1, fingerprint: 'JavaScript Error|x is undefined' },
    ]);
  });

  it('hold one connection at a time: each works with a pool of one', async () => {
    const now = () => new Date();
    const { id: fetchId } = await requestTestVehicleFetch(db.orm.em.fork(), { registration: 'AB12CDE', now: now() });
    const mails = createMailRowsFixture(db.orm, now);
    await mails.enquire({ name: 'Dana', email: 'dana@example.com', message: 'Hello' });
    await mails.askForNewsletter('dana@example.com');
    // Another vehicle than that of the fetch: a check of an unknown one ends before any register is called.
    const check = await requestTestFullCheck(db.orm.em.fork(), await insertPaidTestMember(db.orm.em.fork(), now()), {
      registration: 'FN15FNC',
      now: now(),
    });
    const checkId = check?.id ?? '';
    const one = await connectDatabase({ url: db.url, poolSize: 1 });
    const alone = () => createTestJobContext({ orm: one, now });
    await handlers['vehicle-fetches.run']({ fetchId, correlationId: 'request-1' }, alone());
    await handlers['error-logs.write'](errorLog, alone());
    for (const { id: mailId } of await mails.all()) {
      await handlers['mails.send']({ mailId, correlationId: 'request-1' }, alone());
    }
    await handlers['full-checks.run']({ checkId, correlationId: 'request-1' }, alone());
    await one.close();
    expect(await findVehicleFetch(db.orm.em.fork(), fetchId)).toMatchObject({ status: 'done' });
    expect(await findFullCheck(db.orm.em.fork(), checkId)).toMatchObject({ status: 'done' });
    expect((await mails.all()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  });
});
