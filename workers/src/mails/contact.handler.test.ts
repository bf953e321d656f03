import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { receiveContactMessage } from '@ve/data/contact/contact-message.repository';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import type { MailAnswer } from '@ve/providers/mail/mail.port';
import { createLogger } from '@ve/server-kit/log/logger';
import { RetryLaterError, UnrecoverableJobError } from '@ve/server-kit/queue/job-errors';
import { randomUUID } from 'node:crypto';
import { scriptedMail } from '../testing/scripted-mail.ts';
import { createContactConfirmationHandler, createContactMessageHandler } from './contact.handler.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(() => db.orm.em.fork().execute('truncate contact_messages, outbox'));
afterAll(() => db.close());

const now = () => new Date('2026-11-21T12:00:00Z');
const context = {
  jobId: 'job',
  attempt: 1,
  lastAttempt: false,
  signal: new AbortController().signal,
  logger: createLogger({ name: 'test', level: 'silent', format: 'json' }),
};
const typed = { name: 'Dana "D" <Driver>', email: 'dana@example.com', message: 'Line one\n<img src=x>\n\nBye' };

const receive = async (changes: Partial<typeof typed & { registration: string }> = {}) => {
  await receiveContactMessage(db.orm.em.fork(), { ...typed, ...changes }, { correlationId: 'request-1', now: now() });
  const [row] = await db.orm.em.fork().execute<{ id: string }[]>('select id from contact_messages');
  return { contactMessageId: row?.id ?? '', correlationId: 'request-1' };
};
const marks = async () => {
  const [row] = await db.orm.em
    .fork()
    .execute(
      'select support_mailed_at is not null as support, confirmation_mailed_at is not null as confirmation from contact_messages',
    );
  return row as unknown;
};
const handlersWith = (script?: (call: number) => MailAnswer | Promise<MailAnswer>) => {
  const scripted = scriptedMail(script);
  const needs = { orm: db.orm, now, ...scripted };
  return {
    given: scripted.given,
    toSupport: createContactMessageHandler(needs),
    confirm: createContactConfirmationHandler(needs),
  };
};

describe('an enquiry', () => {
  it('goes to support with its sender to answer to, once', async () => {
    const { toSupport, given } = handlersWith();
    const payload = await receive({ registration: 'AB12 CDE' });
    await toSupport(payload, context);
    await toSupport(payload, { ...context, attempt: 2 });
    expect(given).toHaveLength(1);
    expect(given[0]).toMatchObject({
      id: `contact-message.${payload.contactMessageId}`,
      to: 'support@vehicle-enquiry.example',
      replyTo: { name: typed.name, address: typed.email },
      subject: `General enquiry from ${typed.name}`,
    });
    for (const words of ['dana@example.com', 'AB12 CDE', '> Line one\n> <img src=x>\n> \n> Bye', '24 hours']) {
      expect(given[0]?.text).toContain(words);
    }
    expect(given[0]?.html).toContain('&lt;img src=x&gt;');
    expect(given[0]?.html).not.toContain('<img');
    expect(await marks()).toEqual({ support: true, confirmation: false });
  });

  it('is confirmed to its sender with our promise and without a word that was typed', async () => {
    const { confirm, given } = handlersWith();
    const payload = await receive({
      name: 'Buy at spam.example',
      message: 'Buy at spam.example',
      registration: 'BUY 1',
    });
    await confirm(payload, context);
    await confirm(payload, context);
    expect(given).toHaveLength(1);
    expect(given[0]).toMatchObject({ to: 'dana@example.com', automatic: 'auto-replied' });
    expect(given[0]?.text).toContain('reply within 24 hours');
    expect(JSON.stringify(given)).not.toMatch(/spam|BUY 1/);
    expect(await marks()).toEqual({ support: false, confirmation: true });
  });

  it('is tried again when the mail server does not take it now, and marked only then', async () => {
    const { toSupport, given } = handlersWith((call) =>
      call === 1 ? { state: 'unavailable', reason: 'deferred', code: 451 } : { state: 'accepted' },
    );
    const payload = await receive();
    await expect(toSupport(payload, context)).rejects.toThrow('did not take it: deferred 451');
    expect(await marks()).toEqual({ support: false, confirmation: false });
    await toSupport(payload, { ...context, attempt: 2 });
    expect(given.map(({ id }) => id)).toEqual(Array(2).fill(`contact-message.${payload.contactMessageId}`));
    expect(await marks()).toEqual({ support: true, confirmation: false });
  });

  it('fails for good when the mail server refuses it, without an address in the words', async () => {
    const { confirm } = handlersWith(() => ({ state: 'refused', code: 550 }));
    const failed = await confirm(await receive(), context).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(UnrecoverableJobError);
    expect(String(failed)).toMatch(/550/);
    expect(String(failed)).not.toContain('dana');
  });

  it('is sent once when its job runs twice at once', async () => {
    const taken = Promise.withResolvers<MailAnswer>();
    const begun = Promise.withResolvers<null>();
    const { toSupport, given } = handlersWith(() => {
      begun.resolve(null);
      return taken.promise;
    });
    const payload = await receive();
    const first = toSupport(payload, context);
    await begun.promise;
    await expect(toSupport(payload, context)).rejects.toThrow(RetryLaterError);
    taken.resolve({ state: 'accepted' });
    await first;
    await toSupport(payload, { ...context, attempt: 2 });
    expect(given).toHaveLength(1);
  });

  it('that nobody wrote fails for good', async () => {
    const { toSupport, confirm } = handlersWith();
    const payload = { contactMessageId: randomUUID(), correlationId: 'request-1' };
    await expect(toSupport(payload, context)).rejects.toThrow(UnrecoverableJobError);
    await expect(confirm(payload, context)).rejects.toThrow(UnrecoverableJobError);
  });
});
