import { markMessageFailed, markMessageSkipped } from '@ve/data/messaging/message.repository';
import type { UnsentMailPage } from '@ve/contracts/http/operations/admin-mails';
import type { FailedTextPage } from '@ve/contracts/http/operations/admin-texts';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import type { MailTemplate } from '@ve/contracts/mails';
import { addMail, markMailSent } from '@ve/data/messaging/mails/mail.repository';
import { queueMail } from '@ve/app/messaging/queue-message';
import { moveToDeadLetters } from '@ve/data/jobs/outbox/dead-letter.repository';
import { recordTextOptOut } from '@ve/data/messaging/texts/text-opt-out.repository';
import { markTextSent, addText } from '@ve/data/messaging/texts/text.repository';
import { randomUUID } from 'node:crypto';
import { createTestSession } from '../../testing/sessions.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const unknown = '00000000-0000-4000-8000-000000000000';

let app: TestApp;
let headers: { cookie: string };
beforeAll(async () => {
  app = await startTestApp();
  headers = {
    cookie: `session=${await createTestSession(app, { email: 'sam.staff@example.com', openedBy: 'password-totp', roles: ['admin'] })}`,
  };
});
beforeEach(() => app.empty('audit_log', 'mails', 'texts', 'text_opt_outs', 'outbox', 'dead_letters'));
afterAll(() => app.close());

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 10, minute));
let written = 0;
const add = async (
  minute: number,
  {
    template = 'receipt' as MailTemplate,
    recipient = 'dana@example.com' as string | null,
    subjectId = null as string | null,
  } = {},
) => {
  const mail = { template, recipient, subjectId, uniqueKey: `mail-${String((written += 1))}` };
  return (await addMail(app.em(), mail, at(minute))) ?? '';
};
const ask = (query: Record<string, string> = {}) =>
  fetch(`${app.url}/api/admin/mails?${new URLSearchParams(query).toString()}`, { headers });
const list = async (query?: Record<string, string>) => (await (await ask(query)).json()) as UnsentMailPage;
const resend = (id: string, reason = 'The mail server is back', kind: 'mails' | 'texts' = 'mails') =>
  fetch(`${app.url}/api/admin/${kind}/${id}/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...firstPartyHeaders, ...headers },
    body: JSON.stringify({ reason }),
  });
const outcomeOf = async (response: Response) => ((await response.json()) as { outcome: string }).outcome;

it('lists mails that failed, waited too long or were skipped separately, newest first, and audits the read', async () => {
  await createTestSession(app, { email: 'dana@example.com' });
  const user = await app.data.one('users', { email: 'dana@example.com' });
  const failed = [];
  for (let minute = 10; minute < 22; minute += 1) failed.push(await add(minute));
  for (const [index, id] of failed.entries())
    await markMessageFailed(app.em(), 'mails', { id, failure: 'refused 550', now: at(30 + index) });
  const support = await add(1, { template: 'contact-message', recipient: null });
  await markMessageSkipped(app.em(), 'mails', { id: support, reason: 'not-needed', now: at(2) });
  const waiting = await add(3, { template: 'welcome', recipient: 'nobody@example.com' });
  await markMailSent(app.em(), await add(4), at(5));
  await app.data.add('mails', { recipient: 'dana@example.com', uniqueKey: 'just written' });
  await app.empty('audit_log');

  const first = await list();
  expect(first).toMatchObject({ total: 12, hasOlder: true });
  expect(first.rows[0]).toEqual({
    id: failed[11],
    template: 'receipt',
    recipient: 'dana@example.com',
    userId: user.id,
    writtenAt: at(21).toISOString(),
    endedAt: at(41).toISOString(),
    why: 'refused 550',
  });
  expect((await list({ after: first.last ?? '' })).rows.map(({ id }) => id)).toEqual([failed[1], failed[0]]);
  expect((await list({ state: 'skipped' })).rows).toEqual([
    expect.objectContaining({ id: support, recipient: null, userId: null, why: 'not-needed' }),
  ]);
  expect((await list({ state: 'waiting' })).rows).toEqual([
    expect.objectContaining({ id: waiting, userId: null, endedAt: null, why: null }),
  ]);
  const audited = await app.data.values('audit_log', 'details', { action: 'mails.listed' }, 'createdAt');
  expect(audited).toHaveLength(4);
  expect(audited[3]).toEqual({ state: 'waiting', found: [waiting] });
  expect(JSON.stringify(audited)).not.toContain('@');
});

it('lists the mails of one newsletter to its subscribers', async () => {
  const newsletter = randomUUID();
  const ofIssue = { template: 'newsletter', subjectId: newsletter } as const;
  const failed = await add(1, ofIssue);
  const waiting = await add(2, ofIssue);
  for (const id of [failed, await add(3, { ...ofIssue, template: 'newsletter-test' }), await add(4)]) {
    await markMessageFailed(app.em(), 'mails', { id, failure: 'refused 550', now: at(5) });
  }
  const { rows, total } = await list({ newsletter });
  expect([rows.map(({ id }) => id), total]).toEqual([[failed], 1]);
  expect((await list({ newsletter, state: 'waiting' })).rows.map(({ id }) => id)).toEqual([waiting]);
  expect((await ask({ newsletter: 'x' })).status).toBe(400);
});

it('lists failed texts with their users, newest first, and audits the read by ids', async () => {
  await createTestSession(app, { email: 'erik@example.com' });
  const user = await app.data.one('users', { email: 'erik@example.com' });
  const code = await app.data.add('phone_codes', { userId: user.id, phone: '+447700900123', createdAt: new Date() });
  const text = async (minute: number, uniqueKey: string, subjectId: string | null) => {
    const recipient = '+447700900123';
    const id = await addText(app.em(), { template: 'number-code', recipient, subjectId, uniqueKey }, at(minute));
    return id ?? '';
  };
  const [first, second] = [await text(1, 'one', code.id), await text(2, 'two', null)];
  await text(3, 'three', null);
  await markMessageFailed(app.em(), 'texts', { id: second, failure: 'unreachable 30003', now: at(5) });
  await markMessageFailed(app.em(), 'texts', { id: first, failure: 'refused 21610', now: at(6) });
  await app.empty('audit_log');
  const page = (await (await fetch(`${app.url}/api/admin/texts`, { headers })).json()) as FailedTextPage;
  expect(page).toMatchObject({ total: 2, hasOlder: false });
  expect(page.rows).toEqual([
    {
      id: first,
      template: 'number-code',
      recipient: '+447700900123',
      userId: user.id,
      writtenAt: at(1).toISOString(),
      failedAt: at(6).toISOString(),
      why: 'refused 21610',
    },
    expect.objectContaining({ id: second, userId: null, why: 'unreachable 30003' }),
  ]);
  expect(await app.data.all('audit_log')).toEqual([
    expect.objectContaining({ action: 'texts.listed', details: { found: [first, second] } }),
  ]);
});

it('resends a failed mail once, regardless of how often it is requested, with its reason', async () => {
  const id = await add(1);
  await markMessageFailed(app.em(), 'mails', { id, failure: 'timeout', now: at(2) });
  const outcomes = await Promise.all([1, 2, 3].map(async () => outcomeOf(await resend(id))));
  expect(outcomes.toSorted()).toEqual(['queued', 'waiting', 'waiting']);
  expect(await app.data.all('outbox')).toEqual([
    expect.objectContaining({ jobName: 'mails.send', payload: expect.objectContaining({ mailId: id }) as unknown }),
  ]);
  expect(await app.data.all('mails')).toMatchObject([{ failedAt: null, failure: null }]);
  expect(await app.data.all('audit_log')).toEqual([
    expect.objectContaining({
      action: 'mail.resent',
      subject: id,
      details: { template: 'receipt', reason: 'The mail server is back' },
    }),
  ]);
});

it('retries the dead letter of the mail', async () => {
  const mail = { template: 'receipt', recipient: 'dana@example.com', subjectId: null, occasion: 'given-up' } as const;
  await app.em().transactional((em) => queueMail(em, mail, { now: at(1), correlationId: 'a-request' }));
  const [{ id: mailId }, { id: jobId }] = [await app.data.one('mails'), await app.data.one('outbox')];
  await markMessageFailed(app.em(), 'mails', { id: mailId, failure: 'timeout', now: at(2) });
  await moveToDeadLetters(app.em(), [{ id: jobId, why: 'timeout' }], at(2));
  expect(await outcomeOf(await resend(mailId))).toBe('queued');
  expect(await app.data.values('outbox', 'id')).toEqual([jobId]);
  expect(await app.data.all('dead_letters')).toEqual([]);
});

it('does not resend mails that were sent, skipped or are unknown', async () => {
  const [sent, skipped] = [await add(1), await add(2)];
  await markMailSent(app.em(), sent, at(3));
  await markMessageSkipped(app.em(), 'mails', { id: skipped, reason: 'stream-stopped', now: at(3) });
  expect(await outcomeOf(await resend(sent))).toBe('sent');
  expect(await outcomeOf(await resend(skipped))).toBe('skipped');
  expect((await resend(unknown)).status).toBe(404);
  expect((await resend(sent, 'no')).status).toBe(400);
  expect([await app.data.count('outbox'), await app.data.count('audit_log')]).toEqual([0, 0]);
});

describe('a failed text', () => {
  const now = new Date();
  const reason = 'Their network was down';
  const failedText = async (uniqueKey: string, { taken, written = now }: { taken: boolean; written?: Date }) => {
    const text = { template: 'reminder', recipient: '+447700900123', subjectId: unknown, uniqueKey } as const;
    const id = (await addText(app.em(), text, written)) ?? '';
    if (!taken) await markMessageFailed(app.em(), 'texts', { id, failure: 'never-sent', now });
    else {
      const sid = `SM${uniqueKey.padStart(32, '0')}`;
      await markTextSent(app.em(), { id, sent: { sid, segments: 1, priceMicros: 50_000 } }, written);
      await app.data.set('texts', { failedAt: written, failure: 'undelivered 30008' }, { id });
    }
    return id;
  };
  const again = async (id: string) => outcomeOf(await resend(id, reason, 'texts'));

  it('that the vendor had accepted is created again, once, with its audit row', async () => {
    const id = await failedText('1', { taken: true });
    const outcomes = await Promise.all([1, 2, 3].map(() => again(id)));
    expect(outcomes.toSorted()).toEqual(['queued', 'sent', 'sent']);
    const texts = await app.data.all('texts', {}, 'uniqueKey');
    expect(texts).toMatchObject([
      expect.objectContaining({ id, failedAt: expect.anything() as unknown }),
      { id: expect.anything() as unknown, subjectId: unknown, failedAt: null },
    ]);
    expect(await app.data.all('outbox')).toEqual([
      expect.objectContaining({
        jobName: 'texts.send',
        payload: expect.objectContaining({ textId: texts[1]?.id }) as unknown,
      }),
    ]);
    expect(await app.data.all('audit_log')).toEqual([
      expect.objectContaining({ action: 'text.resent', subject: id, details: { template: 'reminder', reason } }),
    ]);
  });

  it('that the vendor had not accepted is retried, unless it is outdated', async () => {
    const id = await failedText('2', { taken: false });
    expect([await again(id), await again(id)]).toEqual(['queued', 'waiting']);
    expect(await app.data.all('texts')).toMatchObject([{ id, failedAt: null }]);
    const old = await failedText('3', { taken: false, written: new Date(now.getTime() - 73 * 3_600_000) });
    expect(await again(old)).toBe('too-late');
    expect(await app.data.count('audit_log')).toBe(1);
  });

  it('to a stopped number, or a text that has not failed, stays unchanged', async () => {
    const id = await failedText('4', { taken: true });
    await recordTextOptOut(app.em(), { phone: '+447700900123', reason: 'stop' }, now);
    expect(await again(id)).toBe('stopped');
    await app.data.set('texts', { failedAt: null, failure: null, deliveredAt: now });
    expect(await again(id)).toBe('sent');
    expect((await resend(unknown, reason, 'texts')).status).toBe(404);
    expect([await app.data.count('outbox'), await app.data.count('audit_log')]).toEqual([0, 0]);
  });
});
