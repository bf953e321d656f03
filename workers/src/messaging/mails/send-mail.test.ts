import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connectDatabase } from '@ve/data/kernel/database';
import { recordMailOptOut } from '@ve/data/messaging/mails/mail-opt-out.repository';
import { isMailAddressSuppressed } from '@ve/data/messaging/mails/mail-suppression.repository';
import { lockNewsletterToken, markNewsletterConfirmed } from '@ve/data/messaging/newsletter/newsletter.repository';
import { findSignInLink } from '@ve/data/identity/session/sign-in.repository';
import { mailedLinkState } from '@ve/domain/identity/mailed-link';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import type { MailSendResult } from '@ve/providers/mail/mail.port';
import { secretTokenHash } from '@ve/app/kernel/secret-token';
import { JobLockedError, UnrecoverableJobError } from '@ve/contracts/job-errors';
import { randomUUID } from 'node:crypto';
import { createMailRowsFixture } from '../../testing/read-mail-rows.ts';
import { createTestJobContext } from '../../testing/test-job-context.ts';
import { scriptedMail } from '../../testing/scripted-mail.ts';
import { exampleMailSettings } from './mail-examples.ts';
import type { JobContext } from '@ve/app/job-context';
import { createMailHandler } from '../../handlers.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
let time: number;
beforeEach(async () => {
  time = Date.parse('2026-11-21T12:00:00Z');
  await clearTables(
    db.orm.em.fork(),
    'users',
    'contact_messages',
    'disputes',
    'newsletter_subscriptions',
    'mails',
    'mail_opt_outs',
    'mail_suppressions',
    'outbox',
  );
});
afterAll(() => db.close());

const now = () => new Date(time);
const em = () => db.orm.em.fork();
const rows = () => createMailRowsFixture(db.orm, now);
const typed = { name: 'Dana "D" <Driver>', email: 'dana@example.com', message: 'Line one\n<img src=x>\n\nBye' };

const handlerWith = (script?: (call: number) => MailSendResult | Promise<MailSendResult>, orm = db.orm) => {
  const scripted = scriptedMail(script);
  const handle = createMailHandler(scripted);
  return {
    given: scripted.given,
    send: (mailId: string, more: Partial<JobContext> = {}) =>
      handle({ mailId, correlationId: 'request-1' }, createTestJobContext({ orm, now }, more)),
  };
};
const only = async () => {
  const [row, ...others] = await rows().all();
  expect(others).toEqual([]);
  return row!;
};
const outcome = async () => (await rows().all()).map(({ state, why }) => (why === null ? state : `${state}: ${why}`));
const tokenIn = (text: string | undefined, page: string): string =>
  secretTokenHash(
    new RegExp(`${exampleMailSettings.origin}/${page}\\?token=([A-Za-z0-9_-]{43})(?:\\s|$)`).exec(text ?? '')?.[1] ??
      '',
  ) ?? 'no token';

/** The mail to support names a case and where it is, and nothing of its sender or text. */
const expectNoticeOnly = (mail: object | undefined, reference: string) => {
  expect(mail).not.toHaveProperty('replyTo');
  expect(mail).toMatchObject({
    text: expect.stringMatching(
      new RegExp(
        `${reference}\n[^]*Answer by: .+ UK time[^]*${exampleMailSettings.origin}/admin/cases\\?reference=${reference}`,
      ),
    ),
  });
  expect(JSON.stringify(mail)).not.toMatch(/dana|Line one|14,051|140,512|AB12|img src/i);
};

describe('a dispute', () => {
  const dispute = {
    registration: 'AB12CDE',
    section: 'mileage',
    datum: 'Mileage on 3 March 2025',
    value: '140,512 <b>',
    source: 'DVSA',
    at: '2026-11-20T09:30:00.000Z',
    message: 'It was 14,051\n<img src=x>',
    email: 'dana@example.com',
  } as const;

  it('reaches support as a reference and a link only, and is confirmed to its sender', async () => {
    await rows().dispute(dispute);
    const { send, given } = handlerWith();
    for (const { id } of (await rows().all()).toReversed()) await send(id);
    const { reference } = await db.data.one('disputes');
    expect(given).toMatchObject([
      { to: exampleMailSettings.support, subject: `Data dispute ${reference}` },
      { to: dispute.email, subject: `We have your message about a report: ${reference}` },
    ]);
    expectNoticeOnly(given[0], reference);
    expect(given[1]?.text).toContain('the MOT centre, then DVSA');
    expect(given[1]?.text).not.toMatch(/14,051|140,512|AB12/);
    expect(await outcome()).toEqual(['sent', 'sent']);
  });

  it('is skipped when it was deleted', async () => {
    await rows().dispute(dispute);
    await db.data.remove('disputes');
    const { send, given } = handlerWith();
    for (const { id } of await rows().all()) await send(id);
    expect([given, await outcome()]).toEqual([[], ['skipped: subject-deleted', 'skipped: subject-deleted']]);
  });
});

describe('an enquiry', () => {
  it('reaches support once, as a reference and a link only', async () => {
    await rows().enquire({ ...typed, registration: 'AB12 CDE' });
    const [toSupport] = await rows().all();
    const { send, given } = handlerWith();
    await send(toSupport!.id);
    await send(toSupport!.id);
    const { reference } = await db.data.one('contact_messages');
    expect(given).toHaveLength(1);
    expect(given[0]).toMatchObject({
      id: toSupport!.id,
      to: exampleMailSettings.support,
      subject: `Enquiry ${reference}`,
    });
    expectNoticeOnly(given[0], reference);
    expect(await outcome()).toEqual(['sent', 'waiting']);
  });

  it('is confirmed to its sender without repeating any of the input', async () => {
    await rows().enquire({
      name: 'Buy at spam.example',
      email: 'dana@example.com',
      message: 'Buy at spam.example',
      registration: 'BUY 1',
    });
    const { send, given } = handlerWith();
    await send((await rows().all())[1]!.id);
    expect(given[0]).toMatchObject({ to: 'dana@example.com', automatic: 'auto-replied' });
    const { reference } = await db.data.one('contact_messages');
    expect(given[0]?.subject).toBe(`We have your message ${reference}`);
    expect(given[0]?.text).toContain('We will reply to this e-mail address within 24 hours.');
    expect(JSON.stringify(given)).not.toMatch(/spam|BUY 1/);
    expect(await outcome()).toEqual(['waiting', 'sent']);
  });

  it('is skipped when it was deleted', async () => {
    await rows().enquire(typed);
    await clearTables(em(), 'contact_messages');
    const { send, given } = handlerWith();
    for (const { id } of await rows().all()) await send(id);
    expect(given).toEqual([]);
    expect(await outcome()).toEqual(['skipped: subject-deleted', 'skipped: subject-deleted']);
  });
});

describe('an affiliate application', () => {
  it('reaches support as a reference and a link only, and is confirmed without repeating any of the input', async () => {
    const site = { website: 'https://dana.example', content: 'finance' } as const;
    await rows().enquire({ ...typed, ...site, kind: 'affiliate' });
    const { send, given } = handlerWith();
    for (const { id } of (await rows().all()).toSorted((a, b) => b.template.localeCompare(a.template))) await send(id);
    const { reference } = await db.data.one('contact_messages');
    expect(given.map(({ subject }) => subject)).toEqual([
      `Affiliate application ${reference}`,
      `We have your affiliate application ${reference}`,
    ]);
    expectNoticeOnly(given[0], reference);
    expect(given[1]?.text).toContain('within 2 business days');
    expect(given[1]?.text).not.toMatch(/dana|Line one/);
  });
});

describe('a complaint', () => {
  const complaint = { ...typed, kind: 'complaint' } as const;

  it('names its kind, reference and dates to support, and confirms them to its sender with a link of its own', async () => {
    await rows().enquire(complaint);
    const { send, given } = handlerWith();
    for (const { id } of (await rows().all()).toSorted((a, b) => b.template.localeCompare(a.template))) await send(id);
    const { reference, statusTokenHash: hash } = await db.data.one('contact_messages');
    const [toSupport, toSender] = given;
    expect([toSupport?.subject, toSender?.subject]).toEqual([
      `Complaint ${reference}`,
      `We have your complaint ${reference}`,
    ]);
    expectNoticeOnly(toSupport, reference);
    expect(toSender?.text).toMatch(/Our answer by: .* UK time/);
    expect(toSender?.text).toContain('10 working days');
    expect(secretTokenHash(/complaint\?token=([\w-]+)/.exec(toSender?.text ?? '')?.[1])).toBe(hash);
    expect(JSON.stringify(toSender)).not.toMatch(/Line one|img src/);
  });

  it('is not reported as late when it was answered in the meantime', async () => {
    await rows().enquire(complaint);
    await db.data.set('contact_messages', { state: 'answered', answeredAt: now() });
    await db.data.set('mails', { template: 'complaint-escalated' }, { template: 'contact-message' });
    await db.data.set('mails', { template: 'complaint-delayed' }, { template: 'complaint-confirmation' });
    const { send, given } = handlerWith();
    for (const { id } of await rows().all()) await send(id);
    expect([given, await outcome()]).toEqual([[], ['skipped: not-needed', 'skipped: not-needed']]);
  });
});

const answer = { answer: 'You are right <b>.', answeredAt: new Date('2026-11-22T10:00:00Z') };
const application = { kind: 'affiliate', website: 'https://dana.example', content: 'finance' } as const;
const endMessage = () => db.data.set('contact_messages', { ...answer, state: 'answered' });
it.each([
  ['complaint-answer', 'Our answer to your complaint', endMessage],
  ['enquiry-answer', 'Our answer to your message', endMessage],
  ['enquiry-answer', 'Our answer to your affiliate application', endMessage],
  ['dispute-answer', 'Our answer to your dispute of a report entry', () => db.data.set('disputes', answer)],
])(
  '%s is sent exactly as written, without the message that it answers, and skipped without an answer',
  async (template, subject, end) => {
    if (template === 'dispute-answer') {
      const read = { value: 'Category S', source: 'UKVD', at: null } as const;
      const what = { registration: 'AB12CDE', section: 'write-off', datum: 'Written Off' } as const;
      await rows().dispute({ ...what, ...read, message: 'Line one', email: typed.email });
    } else if (template === 'complaint-answer') await rows().enquire({ ...typed, kind: 'complaint' });
    else if (subject.endsWith('application')) await rows().enquire({ ...typed, ...application });
    else await rows().enquire(typed);
    await db.data.set('mails', { template });
    const [first, second] = await rows().all();
    const { send, given } = handlerWith();
    await send(first?.id ?? '');
    await end();
    await send(second?.id ?? '');
    expect(await outcome()).toEqual(['skipped: subject-deleted', 'sent']);
    expect(given).toHaveLength(1);
    expect(given[0]?.text).toContain('You are right <b>.');
    expect(given[0]?.subject).toMatch(new RegExp(`^${subject} VE-[A-Z0-9]{8}$`));
    expect(JSON.stringify(given[0])).not.toContain('Line one');
  },
);

describe('a newsletter’s confirm mail', () => {
  it('has links that work before the mail server is contacted', async () => {
    await rows().askForNewsletter('dana@example.com');
    const links: unknown[] = [];
    const { send, given } = handlerWith(async () => {
      const [mail] = given;
      links.push(await lockNewsletterToken(em(), tokenIn(mail?.text, 'newsletter/confirm'), 'confirm'));
      links.push(await lockNewsletterToken(em(), tokenIn(mail?.text, 'unsubscribe'), 'unsubscribe'));
      return { state: 'accepted' };
    });
    await send((await only()).id);
    expect(links).toMatchObject([
      { email: 'dana@example.com', usedAt: null, expiresAt: new Date('2026-11-28T12:00:00Z') },
      { email: 'dana@example.com', usedAt: null, expiresAt: null },
    ]);
    expect(given[0]?.unsubscribeUrl).toContain('/unsubscribe?token=');
    const stored = JSON.stringify([await db.data.all('mails'), await db.data.values('outbox', 'payload')]);
    expect(stored).not.toMatch(/token=|Confirm that/);
  });

  it('is skipped for a subscribed address, and sent to an unsubscribed one', async () => {
    await rows().askForNewsletter('dana@example.com');
    const subscription = await db.data.one('newsletter_subscriptions');
    await markNewsletterConfirmed(em(), subscription.id, now());
    const { send, given } = handlerWith();
    await send((await only()).id);
    expect([given.length, await outcome()]).toEqual([0, ['skipped: not-needed']]);
    await recordMailOptOut(em(), { email: 'dana@example.com', stream: 'newsletter' }, now());
    time += 1_000;
    await rows().askForNewsletter('dana@example.com');
    await send((await rows().all())[1]!.id);
    expect(given).toHaveLength(1);
  });
});

describe('a sign-in link', () => {
  const ask = async () => {
    await rows().askToSignIn('dana@example.com');
    return (await rows().all()).at(-1)!.id;
  };
  const tokenOf = (text = ''): string => /\/signin\/link\?token=([A-Za-z0-9_-]{43})(\s|$)/.exec(text)?.[1] ?? '';
  const linkIn = async (text?: string) => {
    const link = await findSignInLink(em(), secretTokenHash(tokenOf(text)) ?? '');
    return link && { ...link, state: mailedLinkState(link, now()) };
  };

  it('works for ten minutes from when it is sent, and only its hash is stored', async () => {
    const id = await ask();
    time += 9 * 60_000;
    const { send, given } = handlerWith();
    await send(id);
    expect(given[0]).toMatchObject({ to: 'dana@example.com', subject: 'Your sign-in link' });
    for (const words of ['10 minutes', 'works once', 'If you did not ask for it, do nothing']) {
      expect(given[0]?.text).toContain(words);
    }
    time += 10 * 60_000 - 1;
    expect(await linkIn(given[0]?.text)).toMatchObject({ registration: 'AB12CDE', state: 'valid' });
    time += 1;
    expect(await linkIn(given[0]?.text)).toMatchObject({ state: 'expired' });
    const stored = await em().execute('select * from mails, magic_links, sign_in_requests');
    expect(JSON.stringify(stored)).not.toContain(tokenOf(given[0]?.text));
  });

  it('is new in each attempt to send it', async () => {
    const id = await ask();
    const { send, given } = handlerWith((call) =>
      call === 1 ? { state: 'unavailable', reason: 'timeout' } : { state: 'accepted' },
    );
    await expect(send(id)).rejects.toThrow('timeout');
    await send(id);
    const links = await Promise.all(given.map(({ text }) => linkIn(text)));
    expect(new Set(links.map((link) => link?.id)).size).toBe(2);
    expect(links.map((link) => link?.state)).toEqual(['valid', 'valid']);
  });

  it('confirms the address when a signed-in user requests it without a vehicle', async () => {
    const id = await ask();
    await db.data.set('sign_in_requests', { registrationNumber: null });
    const { send, given } = handlerWith();
    await send(id);
    expect(given[0]).toMatchObject({ to: 'dana@example.com', subject: 'Confirm your e-mail address' });
    expect(await linkIn(given[0]?.text)).toMatchObject({ registration: null, state: 'valid' });
  });

  it.each<[string, () => unknown, string]>([
    ['ten minutes old', () => (time += 10 * 60_000), 'not-needed'],
    ['ended by another sign-in', () => db.data.remove('sign_in_requests'), 'subject-deleted'],
  ])('is skipped for a request %s', async (_what, happens, why) => {
    const id = await ask();
    await happens();
    const { send, given } = handlerWith();
    await send(id);
    expect([given, await outcome()]).toEqual([[], [`skipped: ${why}`]]);
  });
});

describe('a mail', () => {
  const ask = async () => {
    await rows().askForNewsletter('dana@example.com');
    return (await only()).id;
  };

  it('is sent without holding a connection: ten at once on a pool of two', async () => {
    for (let index = 0; index < 10; index += 1) await rows().askForNewsletter(`driver${index}@example.com`);
    const allBegun = Promise.withResolvers<MailSendResult>();
    const small = await connectDatabase({ url: db.url, poolSize: 2 });
    const { send, given } = handlerWith((call) => {
      if (call === 10) allBegun.resolve({ state: 'accepted' });
      return allBegun.promise;
    }, small);
    await Promise.all((await rows().all()).map(({ id }) => send(id)));
    await small.close();
    expect(given).toHaveLength(10);
    expect(new Set(await outcome())).toEqual(new Set(['sent']));
  });

  it('has one sender: a second run waits for the lease without counting an attempt', async () => {
    const id = await ask();
    const begun = Promise.withResolvers<null>();
    const taken = Promise.withResolvers<MailSendResult>();
    const { send, given } = handlerWith(() => {
      begun.resolve(null);
      return taken.promise;
    });
    const first = send(id);
    await begun.promise;
    const held: unknown = await send(id, { lastAttempt: true }).catch((error: unknown) => error);
    expect(held).toBeInstanceOf(JobLockedError);
    expect(held).toMatchObject({ afterMs: 45_000 });
    taken.resolve({ state: 'accepted' });
    await first;
    await send(id);
    expect([given.length, await outcome()]).toEqual([1, ['sent']]);
  });

  it('is sent again under the same id when its worker died and the lease expired', async () => {
    const id = await ask();
    const begun = Promise.withResolvers<null>();
    const dead = handlerWith(() => {
      begun.resolve(null);
      return new Promise(() => undefined);
    });
    void dead.send(id);
    await begun.promise;
    const { send, given } = handlerWith();
    time += 44_999;
    await expect(send(id)).rejects.toThrow(JobLockedError);
    time += 1;
    await send(id);
    expect([...dead.given, ...given].map((mail) => mail.id)).toEqual([id, id]);
    expect(await outcome()).toEqual(['sent']);
  });

  it('is retried when the mail server falls silent, and finally fails with the reason', async () => {
    const id = await ask();
    const { send, given } = handlerWith(() => ({ state: 'unavailable', reason: 'network' }));
    await expect(send(id)).rejects.toThrow('did not take it: network');
    expect(await outcome()).toEqual(['waiting']);
    await expect(send(id, { lastAttempt: true })).rejects.toThrow('did not take it: network');
    expect(await outcome()).toEqual(['failed: network']);
    await send(id);
    expect(given.map((mail) => mail.id)).toEqual([id, id]);
  });

  it.each<MailSendResult>([
    { state: 'unavailable', reason: 'unreachable' },
    { state: 'unavailable', reason: 'deferred', code: 421 },
    { state: 'unavailable', reason: 'not-permitted', code: 535 },
  ])('waits three days for a mail server that accepts none, and is sent when it does: %j', async (answer) => {
    const id = await ask();
    let isUp = false;
    const { send } = handlerWith(() => (isUp ? { state: 'accepted' } : answer));
    for (const [hours, afterMs] of [
      [0, 5_000],
      [1, 900_000],
      [23, 1_800_000],
    ] as const) {
      time += hours * 3_600_000;
      const held = await send(id, { lastAttempt: true }).catch((error: unknown) => error);
      expect(held).toBeInstanceOf(JobLockedError);
      expect(held).toMatchObject({ afterMs });
      expect(await outcome()).toEqual(['waiting']);
    }
    isUp = true;
    await send(id);
    expect(await outcome()).toEqual(['sent']);
  });

  it('fails when the mail server still accepts none after three days', async () => {
    const id = await ask();
    time += 72 * 3_600_000;
    const { send } = handlerWith(() => ({ state: 'unavailable', reason: 'deferred', code: 451 }));
    await expect(send(id, { lastAttempt: true })).rejects.toThrow('did not take it: deferred 451');
    expect(await outcome()).toEqual(['failed: deferred 451']);
  });

  it('fails permanently when the mail server refuses it, without an address in the message', async () => {
    const id = await ask();
    const { send } = handlerWith(() => ({ state: 'refused', code: 550, deadAddress: false }));
    const failed = await send(id).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(UnrecoverableJobError);
    expect(String(failed)).toMatch(/550/);
    expect(String(failed)).not.toContain('dana');
    expect(await outcome()).toEqual(['failed: refused 550']);
  });

  it('suppresses an address that the mail server reports as dead: only service mails are tried from then on', async () => {
    const { send, given } = handlerWith(() => ({ state: 'refused', code: 550, deadAddress: true }));
    await expect(send(await ask())).rejects.toThrow(UnrecoverableJobError);
    expect(await isMailAddressSuppressed(em(), 'dana@example.com')).toBe(true);
    for (const stream of ['reminder', 'alert', 'newsletter'] as const) {
      time += 1_000;
      await rows().askForNewsletter('dana@example.com');
      const { id } = (await rows().all()).at(-1)!;
      await db.data.set('mails', { stream }, { id });
      await send(id);
    }
    expect(await outcome()).toEqual(['failed: refused 550', ...Array<string>(3).fill('skipped: suppressed')]);
    expect(given).toHaveLength(1);
    time += 86_400_000;
    await rows().askForNewsletter('dana@example.com');
    await expect(send((await rows().all()).at(-1)!.id)).rejects.toThrow(UnrecoverableJobError);
    expect(given).toHaveLength(2);
  });

  it('suppresses no address when it is refused for another reason', async () => {
    const { send } = handlerWith(() => ({ state: 'refused', code: 550, deadAddress: false }));
    await expect(send(await ask())).rejects.toThrow(UnrecoverableJobError);
    expect(await isMailAddressSuppressed(em(), 'dana@example.com')).toBe(false);
  });

  it('is skipped when its stream is unsubscribed, and sent when another is', async () => {
    await recordMailOptOut(em(), { email: 'dana@example.com', stream: 'newsletter' }, now());
    for (const stream of ['newsletter', 'reminder'] as const) {
      time += 1_000;
      await rows().askForNewsletter('dana@example.com');
      await db.data.set('mails', { stream }, { stream: 'service' });
    }
    const { send, given } = handlerWith();
    for (const { id } of await rows().all()) await send(id);
    expect(await outcome()).toEqual(['skipped: stream-stopped', 'sent']);
    expect(given).toHaveLength(1);
  });

  it('waits for a newer release when its template is unknown, and finally fails', async () => {
    const id = await ask();
    await db.data.set('mails', { template: 'petrol-prices' });
    const { send } = handlerWith();
    await expect(send(id)).rejects.toThrow('does not know');
    expect(await outcome()).toEqual(['waiting']);
    await expect(send(id, { lastAttempt: true })).rejects.toThrow('does not know');
    expect(await outcome()).toEqual(['failed: never-sent']);
  });

  it('fails permanently when its id is unknown', async () => {
    await expect(handlerWith().send(randomUUID())).rejects.toThrow(UnrecoverableJobError);
  });
});
