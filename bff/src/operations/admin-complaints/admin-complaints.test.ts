import type { OpenCases } from '@ve/contracts/http/operations/admin-complaints';
import { addContactMessage } from '@ve/data/messaging/contact/contact-message.repository';
import { addDispute } from '@ve/data/membership/dispute/dispute.repository';
import { randomUUID } from 'node:crypto';
import { signIn } from '../../testing/sessions.ts';
import { not } from '@ve/data/testing/test-rows';
import { post, startTestApp, type TestApp } from '../../testing/test-app.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const hostile = `<img src=x onerror=alert(1)> "'; drop table disputes; --`;

let app: TestApp;
let headers: { cookie: string };
beforeAll(async () => {
  app = await startTestApp({}, () => now);
  headers = {
    cookie: `session=${await signIn(app, { email: 'sam.staff@example.com', openedBy: 'password-totp', roles: ['admin'] })}`,
  };
});
beforeEach(() => app.empty('contact_messages', 'disputes', 'mails', 'outbox', 'audit_log'));
afterAll(() => app.close());

const complain = async (at: string, message = 'Where is it?'): Promise<string> => {
  const complaint = { name: 'Dana', email: 'dana@example.com', message, kind: 'complaint' } as const;
  return (await addContactMessage(app.em(), complaint, new Date(at))).reference ?? '';
};
const dispute = (at: string, message = 'It never was') =>
  addDispute(
    app.em(),
    {
      registration: 'AB12CDE',
      section: 'write-off',
      datum: 'Written Off',
      value: 'Category S',
      source: 'UKVD',
      at: null,
      message,
      email: 'dana@example.com',
      userId: null,
    },
    new Date(at),
  );
const list = async () => (await (await fetch(`${app.url}/api/admin/open-cases`, { headers })).json()) as OpenCases;
const answer = (what: string, text: unknown, by: Record<string, string> = headers) =>
  post(`${app.url}/api/admin/${what}/answer`, { answer: text }, by);
const reason = 'Answered from the support address';
const mark = (what: string, erase = false, why: unknown = reason) =>
  post(`${app.url}/api/admin/${what}/answer`, { answer: null, reason: why, erase }, headers);
const outcomeOf = async (answered: Promise<Response>) =>
  ((await (await answered).json()) as { outcome: string }).outcome;
const mails = () => app.data.all('mails');
const audit = () =>
  app.data.select('audit_log', ['actor', 'action', 'subject', 'details'], { action: not('cases.viewed') });

it('lists unanswered cases with their deadlines, earliest first, and audits the read by ids', async () => {
  const reference = await complain('2026-11-13T09:00:00Z', hostile);
  await dispute('2026-11-19T12:00:00Z', hostile);
  const late = await dispute('2026-11-18T12:00:00Z');
  await addContactMessage(app.em(), { name: 'Eve', email: 'eve@example.com', message: 'Hello' }, now);
  const { cases, isMore } = await list();
  expect(isMore).toBe(false);
  expect(cases.map(({ kind, answerBy }) => [kind, answerBy])).toEqual([
    ['dispute', '2026-11-19T12:00:00.000Z'],
    ['dispute', '2026-11-20T12:00:00.000Z'],
    // 48 working hours are six working days.
    ['complaint', '2026-11-20T17:00:00.000Z'],
  ]);
  expect(cases[2]).toMatchObject({ reference, message: hostile, state: 'received', eraseWhenAnswered: false });
  expect(cases[2]?.userId).toBeNull();
  await signIn(app, { email: 'dana@example.com' });
  const dana = await app.data.one('users', { email: 'dana@example.com' });
  expect((await list()).cases.map(({ userId }) => userId)).toEqual([dana.id, dana.id, dana.id]);
  const [auditRow] = await app.data.all('audit_log');
  expect(auditRow).toMatchObject({ action: 'cases.viewed', details: { found: expect.arrayContaining([late]) } });
  expect(JSON.stringify(auditRow)).not.toContain('dana');
});

it('mails the answer to a complaint once, with only ids in the audit log', async () => {
  const reference = await complain('2026-11-13T09:00:00Z');
  const both = await Promise.all([
    outcomeOf(answer(`complaints/${reference}`, 'We are sorry.')),
    outcomeOf(answer(`complaints/${reference}`, 'Another answer.')),
  ]);
  expect(both.toSorted()).toEqual(['already', 'answered']);
  expect(await mails()).toMatchObject([{ template: 'complaint-answer', recipient: 'dana@example.com' }]);
  expect(await app.data.values('outbox', 'jobName')).toEqual(['mails.send']);
  expect(await app.data.values('contact_messages', 'state')).toEqual(['answered']);
  expect(await audit()).toEqual([
    { actor: 'sam.staff@example.com', action: 'complaint.answered', subject: reference, details: { mailed: true } },
  ]);
  expect((await list()).cases).toEqual([]);
});

it('mails the answer to a dispute once', async () => {
  const id = await dispute('2026-11-19T12:00:00Z');
  expect(await outcomeOf(answer(`disputes/${id}`, ' The lender has mended it. '))).toBe('answered');
  expect(await outcomeOf(answer(`disputes/${id}`, 'Again'))).toBe('already');
  expect(await app.data.values('disputes', 'answer')).toEqual(['The lender has mended it.']);
  expect(await mails()).toMatchObject([{ template: 'dispute-answer', recipient: 'dana@example.com' }]);
  expect(await audit()).toMatchObject([{ action: 'dispute.answered', subject: id, details: { mailed: true } }]);
});

it('marks a case that was answered by e-mail, with a reason, and mails nothing', async () => {
  const id = await dispute('2026-11-19T12:00:00Z');
  const reference = await complain('2026-11-13T09:00:00Z');
  expect(await outcomeOf(mark(`disputes/${id}`))).toBe('answered');
  expect(await outcomeOf(mark(`complaints/${reference}`))).toBe('answered');
  expect(await mails()).toEqual([]);
  expect(await audit()).toMatchObject([
    { action: 'dispute.answered', details: { mailed: false, reason } },
    { action: 'complaint.answered', details: { mailed: false, reason } },
  ]);
});

it('deletes a sender’s data only on explicit request, with a reason, and mails no answer', async () => {
  const reference = await complain('2026-11-13T09:00:00Z');
  await app.data.set('contact_messages', { eraseWhenAnswered: true });
  expect(await outcomeOf(answer(`complaints/${reference}`, 'We are sorry.'))).toBe('to-be-erased');
  expect(await outcomeOf(mark(`complaints/${reference}`))).toBe('to-be-erased');
  expect(await audit()).toEqual([]);
  expect(await app.data.values('contact_messages', 'state')).toEqual(['received']);
  expect(await outcomeOf(mark(`complaints/${reference}`, true))).toBe('erased');
  expect(await app.data.all('contact_messages')).toEqual([]);
  expect(await mails()).toEqual([]);
  expect(await audit()).toMatchObject([{ action: 'complaint.erased', subject: reference, details: { reason } }]);
});

it('rejects unknown cases and invalid answers', async () => {
  for (const what of [`disputes/${randomUUID()}`, 'disputes/x', 'complaints/VE-ACDEFGHJ', 'complaints/1']) {
    expect([what, (await answer(what, 'Hello')).status]).toEqual([what, 404]);
  }
  const id = await dispute('2026-11-19T12:00:00Z');
  for (const text of ['', '   ', 'x'.repeat(4_001), 'a\u0000b', 7, ['x'], undefined, null]) {
    expect((await answer(`disputes/${id}`, text)).status).toBe(400);
  }
  for (const why of [null, '', '     ', 'no', 'x'.repeat(301), 7]) {
    expect((await mark(`disputes/${id}`, false, why)).status).toBe(400);
  }
  expect(await mails()).toEqual([]);
});

it('requires an admin with a second factor', async () => {
  const id = await dispute('2026-11-19T12:00:00Z');
  const byLink = { cookie: `session=${await signIn(app, { roles: ['admin'] })}` };
  expect((await answer(`disputes/${id}`, 'Hello', byLink)).status).toBe(403);
  expect((await fetch(`${app.url}/api/admin/open-cases`, { headers: byLink })).status).toBe(403);
});
