import { casePageSize, type CaseListPage } from '@ve/contracts/http/operations/admin-cases';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { addContactMessage } from '@ve/data/messaging/contact/contact-message.repository';
import { addDataDispute } from '@ve/data/membership/dispute/dispute.repository';
import { randomUUID } from 'node:crypto';
import { createTestSession } from '../../testing/sessions.ts';
import { notEqualCondition } from '@ve/data/testing/test-rows';
import { postFromOwnPage, startTestApp, type TestApp } from '../../testing/test-app.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const hostile = `<img src=x onerror=alert(1)> "'; drop table disputes; --`;

let app: TestApp;
let headers: { cookie: string };
beforeAll(async () => {
  app = await startTestApp({}, () => now);
  headers = {
    cookie: `session=${await createTestSession(app, { email: 'sam.staff@example.com', openedBy: 'password-totp', roles: ['admin'] })}`,
  };
});
beforeEach(() => app.empty('contact_messages', 'disputes', 'mails', 'outbox', 'audit_log'));
afterAll(() => app.close());

const complain = async (at: string, message = 'Where is it?'): Promise<string> => {
  const complaint = { name: 'Dana', email: 'dana@example.com', message, kind: 'complaint' } as const;
  return (await addContactMessage(app.em(), complaint, new Date(at))).reference;
};
const dispute = async (at: string, message = 'It never was'): Promise<string> => {
  const id = await addDataDispute(
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
  return (await app.data.one('disputes', { id })).reference;
};
const enquire = async (at: string, email = 'eve@example.com', message = 'Hello'): Promise<string> =>
  (await addContactMessage(app.em(), { name: 'Eve', email, message }, new Date(at))).reference;
const application = { name: 'Ann', email: 'ann@example.com', message: hostile, kind: 'affiliate' } as const;
const apply = async (at: string): Promise<string> => {
  const site = { website: 'https://ann.example/?q=<b>', content: 'finance' } as const;
  return (await addContactMessage(app.em(), { ...application, ...site }, new Date(at))).reference;
};
const list = async (query = '', by: { cookie: string } = headers) =>
  (await (await fetch(`${app.url}/api/admin/cases${query}`, { headers: by })).json()) as CaseListPage;
const call = (reference: string, what: string, body: unknown, by: { cookie: string } = headers) =>
  postFromOwnPage(`${app.url}/api/admin/cases/${reference}/${what}`, body, by);
const answer = (reference: string, text: unknown, by?: { cookie: string }) =>
  call(reference, 'answer', { answer: text }, by);
const reason = 'Answered from the support address';
const mark = (reference: string, erase = false, why: unknown = reason) =>
  call(reference, 'answer', { answer: null, reason: why, erase });
const close = (reference: string, erase = false, why: unknown = 'Spam, no question') =>
  call(reference, 'close', { reason: why, erase });
const outcomeOf = async (answered: Promise<Response>) =>
  ((await (await answered).json()) as { outcome: string }).outcome;
const mails = () => app.data.all('mails');
const audit = () =>
  app.data.select('audit_log', ['actor', 'action', 'subject', 'details'], {
    action: notEqualCondition('cases.viewed'),
  });
/** Signs in as another admin; returns their session and id. */
const otherAdmin = async () => {
  const email = `alex.${randomUUID()}@example.com`;
  const cookie = `session=${await createTestSession(app, { email, openedBy: 'password-totp', roles: ['admin'] })}`;
  return { by: { cookie }, email, id: (await app.data.one('users', { email })).id };
};
const me = async () => (await app.data.one('users', { email: 'sam.staff@example.com' })).id;

it('lists open cases of every kind, the earliest due first, and audits the read by references', async () => {
  const complaint = await complain('2026-11-13T09:00:00Z', hostile);
  const young = await dispute('2026-11-19T12:00:00Z', hostile);
  const late = await dispute('2026-11-18T12:00:00Z');
  const enquiry = await enquire('2026-11-20T11:00:00Z', 'eve@example.com', hostile);
  const affiliate = await apply('2026-11-17T09:00:00Z');
  const { cases, next, admins } = await list();
  expect(next).toBeNull();
  expect(cases.map(({ kind, reference, dueAt }) => [kind, reference, dueAt])).toEqual([
    ['dispute', late, '2026-11-19T12:00:00.000Z'],
    // Two business days.
    ['affiliate', affiliate, '2026-11-19T17:00:00.000Z'],
    ['dispute', young, '2026-11-20T12:00:00.000Z'],
    // 48 working hours are six working days.
    ['complaint', complaint, '2026-11-20T17:00:00.000Z'],
    ['enquiry', enquiry, '2026-11-21T11:00:00.000Z'],
  ]);
  expect(cases[1]).toMatchObject({ website: 'https://ann.example/?q=<b>', content: 'finance', message: hostile });
  expect(cases[3]).toMatchObject({ message: hostile, escalated: false, eraseWhenAnswered: false, userId: null });
  expect(cases.map(({ assignee, ended }) => [assignee, ended])).toEqual(cases.map(() => [null, null]));
  expect(admins).toContainEqual({ id: await me(), email: 'sam.staff@example.com' });
  await createTestSession(app, { email: 'dana@example.com' });
  const dana = await app.data.one('users', { email: 'dana@example.com' });
  expect((await list('?kind=complaint')).cases.map(({ userId }) => userId)).toEqual([dana.id]);
  const [auditRow] = await app.data.all('audit_log');
  expect(auditRow).toMatchObject({ action: 'cases.viewed', details: { found: expect.arrayContaining([late]) } });
  expect(JSON.stringify(auditRow)).not.toContain('dana');
});

it('lists page after page without gaps, over both tables and equal times', async () => {
  const references = new Set<string>();
  for (let n = 0; n < casePageSize; n += 1) {
    references.add(await enquire('2026-11-19T12:00:00Z', `eve${n}@example.com`));
    references.add(await dispute('2026-11-19T12:00:00Z'));
  }
  references.add(await enquire('2026-11-19T13:00:00Z'));
  const seen: string[] = [];
  for (let next: string | null = ''; next !== null;) {
    const page: CaseListPage = await list(next === '' ? '' : `?after=${next}`);
    expect(page.cases.length).toBeLessThanOrEqual(casePageSize);
    seen.push(...page.cases.map(({ reference }) => reference));
    next = page.next;
  }
  expect(seen).toHaveLength(references.size);
  expect(new Set(seen)).toEqual(references);
});

it.each(['enquiry', 'complaint', 'dispute', 'affiliate'] as const)('filters cases by the kind %s', async (kind) => {
  const at = '2026-11-19T12:00:00Z';
  const all = {
    enquiry: await enquire(at),
    complaint: await complain(at),
    dispute: await dispute(at),
    affiliate: await apply(at),
  };
  expect((await list(`?kind=${kind}`)).cases.map(({ reference }) => reference)).toEqual([all[kind]]);
});

it.each(['?kind=praise', '?assignee=x', '?reference=VE-1', "?reference='%20or%201=1", '?after=x', '?after=W10'])(
  'refuses the query %s',
  async (query) => {
    expect((await fetch(`${app.url}/api/admin/cases${query}`, { headers })).status).toBe(400);
  },
);

it('mails the answer to each kind once, with its reference in the audit log and no one’s name', async () => {
  const at = '2026-11-19T12:00:00Z';
  for (const [kind, reference, template] of [
    ['enquiry', await enquire(at), 'enquiry-answer'],
    ['affiliate', await apply(at), 'enquiry-answer'],
    ['complaint', await complain(at), 'complaint-answer'],
    ['dispute', await dispute(at), 'dispute-answer'],
  ] as const) {
    await app.empty('mails', 'outbox', 'audit_log');
    const both = await Promise.all([
      outcomeOf(answer(reference, ' We are sorry. ')),
      outcomeOf(answer(reference, 'Another answer.')),
    ]);
    expect(both.toSorted()).toEqual(['already', 'done']);
    expect((await mails()).map((mail) => mail.template)).toEqual([template]);
    expect(await app.data.values('outbox', 'jobName')).toEqual(['mails.send']);
    expect(await audit()).toEqual([
      { actor: 'sam.staff@example.com', action: `${kind}.answered`, subject: reference, details: { mailed: true } },
    ]);
  }
  expect((await list()).cases).toEqual([]);
});

it('names to the second of two admins who answered or closed a case, and when', async () => {
  const { by, email } = await otherAdmin();
  const [answered, closed] = [await enquire('2026-11-19T12:00:00Z'), await dispute('2026-11-19T12:00:00Z')];
  await answer(answered, 'Yes.', by);
  await call(closed, 'close', { reason: 'Spam', erase: false }, by);
  const ended = { at: now.toISOString(), by: email };
  expect(await (await answer(answered, 'No.')).json()).toEqual({ outcome: 'already', how: 'answered', ...ended });
  expect(await (await close(closed)).json()).toEqual({ outcome: 'already', how: 'closed', ...ended });
  expect((await list(`?reference=${closed}`)).cases).toMatchObject([{ ended: { how: 'closed', ...ended } }]);
  expect(await mails()).toHaveLength(1);
});

it('marks a case that was answered by e-mail, and closes one without an answer, with a reason and no mail', async () => {
  const [marked, closed] = [await dispute('2026-11-19T12:00:00Z'), await enquire('2026-11-19T12:00:00Z')];
  expect([await outcomeOf(mark(marked)), await outcomeOf(close(closed))]).toEqual(['done', 'done']);
  expect(await mails()).toEqual([]);
  expect(await audit()).toMatchObject([
    { action: 'dispute.answered', subject: marked, details: { mailed: false, reason } },
    { action: 'enquiry.closed', subject: closed, details: { reason: 'Spam, no question' } },
  ]);
  expect(await app.data.values('contact_messages', 'state')).toEqual(['closed']);
  expect((await list()).cases).toEqual([]);
});

it('deletes a sender’s data only on explicit request, with a reason, and mails no answer', async () => {
  const reference = await complain('2026-11-13T09:00:00Z');
  await app.data.set('contact_messages', { eraseWhenAnswered: true });
  expect(await outcomeOf(answer(reference, 'We are sorry.'))).toBe('to-be-erased');
  expect(await outcomeOf(mark(reference))).toBe('to-be-erased');
  expect(await outcomeOf(close(reference))).toBe('to-be-erased');
  expect(await audit()).toEqual([]);
  expect(await app.data.values('contact_messages', 'state')).toEqual(['received']);
  expect(await outcomeOf(mark(reference, true))).toBe('erased');
  expect(await app.data.all('contact_messages')).toEqual([]);
  expect(await mails()).toEqual([]);
  expect(await audit()).toMatchObject([{ action: 'complaint.erased', subject: reference, details: { reason } }]);
});

it('assigns a case to oneself, to another admin and to no one, audited by ids', async () => {
  const other = await otherAdmin();
  const reference = await enquire('2026-11-19T12:00:00Z');
  const mine = await me();
  const assign = async (from: string | null, to: string | null) =>
    (await (await call(reference, 'assignment', { from, to })).json()) as object;
  expect(await assign(null, mine)).toMatchObject({ outcome: 'assigned', assignee: { email: 'sam.staff@example.com' } });
  expect((await list(`?assignee=${mine}`)).cases).toHaveLength(1);
  expect((await list('?assignee=none')).cases).toEqual([]);
  expect(await assign(mine, other.id)).toMatchObject({ outcome: 'assigned', assignee: { email: other.email } });
  expect(await assign(other.id, null)).toEqual({ outcome: 'assigned', assignee: null });
  expect((await list('?assignee=none')).cases).toHaveLength(1);
  expect((await audit()).map(({ action, details }) => [action, details])).toEqual([
    ['enquiry.assigned', { assignee: mine }],
    ['enquiry.assigned', { assignee: other.id }],
    ['enquiry.assigned', { assignee: null }],
  ]);
  expect(await assign(null, randomUUID())).toEqual({ outcome: 'no-admin', assignee: null });
  await answer(reference, 'Yes.');
  expect(await assign(null, mine)).toEqual({ outcome: 'ended', assignee: null });
});

it.each(['enquiry', 'dispute'])('gives a %s that two admins take at once to one of them', async (kind) => {
  const other = await otherAdmin();
  const mine = await me();
  const reference = await (kind === 'dispute' ? dispute : enquire)('2026-11-19T12:00:00Z');
  const both = await Promise.all([
    outcomeOf(call(reference, 'assignment', { from: null, to: mine })),
    outcomeOf(call(reference, 'assignment', { from: null, to: other.id }, other.by)),
  ]);
  expect(both.toSorted()).toEqual(['assigned', 'changed']);
  const [found] = (await list()).cases;
  expect(found?.assignee?.id).toBe(both[0] === 'assigned' ? mine : other.id);
  expect(await audit()).toHaveLength(1);
});

it('shows a case of an admin who has left as one of no one', async () => {
  const other = await otherAdmin();
  const reference = await enquire('2026-11-19T12:00:00Z');
  await call(reference, 'assignment', { from: null, to: other.id });
  await app.data.remove('user_roles', { userId: other.id });
  expect((await list('?assignee=none')).cases).toMatchObject([{ reference, assignee: null }]);
  expect(await outcomeOf(call(reference, 'assignment', { from: null, to: await me() }))).toBe('assigned');
});

it('rejects unknown cases and invalid answers', async () => {
  for (const reference of ['VE-ACDEFGHJ', '1', randomUUID(), "VE-'or'1'='1"]) {
    const found = [await answer(reference, 'Hello'), await close(reference)];
    expect([reference, ...found.map(({ status }) => status)]).toEqual([reference, 404, 404]);
  }
  const reference = await dispute('2026-11-19T12:00:00Z');
  for (const text of ['', '   ', 'x'.repeat(4_001), 'a\u0000b', 7, ['x'], undefined, null]) {
    expect((await answer(reference, text)).status).toBe(400);
  }
  for (const why of [null, '', '     ', 'no', 'x'.repeat(301), 7]) {
    expect([(await mark(reference, false, why)).status, (await close(reference, false, why)).status]).toEqual([
      400, 400,
    ]);
  }
  expect(await mails()).toEqual([]);
});

it('reads the longest answer, however it is escaped, and no body beyond its limit', async () => {
  const reference = await dispute('2026-11-19T12:00:00Z');
  const raw = async (what: string, body: string) =>
    (
      await fetch(`${app.url}/api/admin/cases/${reference}/${what}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          ...firstPartyHeaders,
          ...headers,
        },
        body,
      })
    ).status;
  expect(await raw('answer', JSON.stringify({ answer: 'x'.repeat(40_000) }))).toBe(413);
  expect(await raw('close', JSON.stringify({ reason: 'x'.repeat(5_000), erase: false }))).toBe(413);
  expect(await raw('assignment', JSON.stringify({ from: null, to: 'x'.repeat(5_000) }))).toBe(413);
  expect(await raw('answer', `{"answer":"${'\\u00e9'.repeat(4_000)}"}`)).toBe(200);
  expect((await app.data.one('disputes', { reference })).answer).toBe('é'.repeat(4_000));
});

it('requires an admin with a second factor', async () => {
  const reference = await dispute('2026-11-19T12:00:00Z');
  const byLink = { cookie: `session=${await createTestSession(app, { roles: ['admin'] })}` };
  const moderator = {
    cookie: `session=${await createTestSession(app, { email: `mo.${randomUUID()}@example.com`, openedBy: 'password-totp', roles: ['moderator'] })}`,
  };
  for (const by of [byLink, moderator]) {
    expect((await answer(reference, 'Hello', by)).status).toBe(403);
    expect((await call(reference, 'close', { reason, erase: false }, by)).status).toBe(403);
    expect((await call(reference, 'assignment', { from: null, to: null }, by)).status).toBe(403);
    expect((await fetch(`${app.url}/api/admin/cases`, { headers: by })).status).toBe(403);
  }
});
