import type { AuditListPage } from '@ve/contracts/http/operations/admin-audit';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { writeAuditEntry } from '@ve/data/identity/audit-log/audit-log.repository';
import { createTestSession } from '../../testing/sessions.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const hostile = `<img src=x onerror=alert(1)> "'; drop table audit_log; --`;

let app: TestApp;
let headers: { cookie: string };
beforeAll(async () => {
  app = await startTestApp();
  headers = {
    cookie: `session=${await createTestSession(app, { email: 'sam.staff@example.com', openedBy: 'password-totp', roles: ['admin'] })}`,
  };
});
beforeEach(() => app.empty('audit_log'));
afterAll(() => app.close());

const add = (at: string, entry: Partial<Parameters<typeof writeAuditEntry>[1]> = {}) =>
  writeAuditEntry(app.em(), { actor: 'sam.staff@example.com', action: 'role.added', ...entry }, new Date(at));
const ask = ({ actor, ...query }: Record<string, string> = {}, by: Record<string, string> = headers) =>
  fetch(`${app.url}/api/admin/audit-entries/search?${new URLSearchParams(query).toString()}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...firstPartyHeaders, ...by },
    body: JSON.stringify({ actor }),
  });
const cursorAt = (at: number) =>
  Buffer.from(JSON.stringify([at, '00000000-0000-7000-8000-000000000000'])).toString('base64url');
const list = async (query?: Record<string, string>) => (await (await ask(query)).json()) as AuditListPage;
const subjects = async (query?: Record<string, string>) => (await list(query)).rows.map(({ subject }) => subject);

it('lists actions, newest first, ten a page, and every entry on one page', async () => {
  for (let minute = 10; minute < 33; minute += 1) {
    await add(`2026-11-01T10:${String(minute)}:00Z`, { subject: String(minute) });
  }
  const first = await list();
  expect(first).toMatchObject({ total: 23, isMore: false, hasNewer: false, hasOlder: true });
  expect(first.rows.map(({ subject }) => Number(subject))).toEqual([32, 31, 30, 29, 28, 27, 26, 25, 24, 23]);
  const second = await list({ after: first.last ?? '' });
  expect(second.rows.map(({ subject }) => Number(subject))).toEqual([22, 21, 20, 19, 18, 17, 16, 15, 14, 13]);
  expect(await subjects({ last: 'true' })).toEqual(['19', '18', '17', '16', '15', '14', '13', '12', '11', '10']);
});

it('has details as texts, hostile ones unchanged', async () => {
  await add('2026-11-01T10:00:00Z', {
    subject: hostile,
    details: { z: [1, 'a'], a: hostile, long: 'x'.repeat(9_000) },
  });
  const [entry] = (await list()).rows;
  expect(entry).toMatchObject({ actor: 'sam.staff@example.com', action: 'role.added', subject: hostile });
  expect(entry?.details).toEqual([
    { name: 'a', value: hostile },
    { name: 'long', value: 'x'.repeat(2_000) },
    { name: 'z', value: '1, a' },
  ]);
});

it('is filtered by the whole actor, by action, by the whole subject, and by days in London', async () => {
  // 23:00 in London, in summer time; and 00:30 of the next day.
  await add('2026-07-01T22:00:00Z', { actor: 'answer-complaint', action: 'complaint.answered', subject: 'one' });
  await add('2026-07-01T23:30:00Z', { actor: '100%_Sam', subject: 'two' });
  await add('2026-07-02T12:00:00Z', { subject: 'three' });
  await add('2026-07-02T13:00:00Z', { subject: 'three and more' });
  expect(await subjects({ actor: 'answer-complaint' })).toEqual(['one']);
  expect(await subjects({ actor: 'complaint' })).toEqual([]);
  expect(await subjects({ actor: '100%_Sam' })).toEqual(['two']);
  expect(await subjects({ actor: '%%%' })).toEqual([]);
  expect(await subjects({ action: 'complaint.answered' })).toEqual(['one']);
  expect(await subjects({ subject: 'three' })).toEqual(['three']);
  expect(await subjects({ from: '2026-07-01', to: '2026-07-01' })).toEqual(['one']);
  expect(await subjects({ from: '2026-07-02', actor: 'sam.staff@example.com' })).toEqual(['three and more', 'three']);
  expect(await list({ actor: 'sam.staff@example.com', subject: 'three' })).toMatchObject({
    total: 1,
    isMore: false,
    hasOlder: false,
  });
});

it('finds the entries of one actor by their index, whether or not there are any', async () => {
  await app.rows(
    `insert into audit_log (created_at, actor, action) select now() - n * interval '1 second', 'crowd', 'role.added' from generate_series(1, 20000) n`,
  );
  await app.rows('analyze audit_log');
  const plan = await app.rows<{ 'QUERY PLAN': string }>(
    `explain select from audit_log where actor = 'unknown@example.com' order by created_at desc, id desc limit 11`,
  );
  expect(JSON.stringify(plan)).toContain('audit_log_actor_created_at_id_index');
});

it('counts the matches of a filter up to a thousand', async () => {
  const row = { createdAt: new Date(), actor: 'crowd', action: 'role.added' };
  await app.data.addAll('audit_log', Array<typeof row>(1_001).fill(row));
  expect(await list({ actor: 'crowd' })).toMatchObject({ total: 1_000, isMore: true, hasOlder: true });
});

it('accepts the earliest and the latest permitted day', async () => {
  for (const day of ['2000-01-01', '2100-12-31']) {
    for (const name of ['day', 'from', 'to']) expect([day, (await ask({ [name]: day })).status]).toEqual([day, 200]);
  }
  expect((await ask({ before: cursorAt(Date.UTC(2000, 0, 1)) })).status).toBe(200);
});

it('does not record reads of itself', async () => {
  await add('2026-11-01T10:00:00Z');
  await list();
  expect(await list()).toMatchObject({ total: 1 });
});

it.each([
  { actor: '   ' },
  { actor: 'x'.repeat(10_000) },
  { action: `role.added' or 1=1` },
  { from: '2026-02-30' },
  { to: 'yesterday' },
  { subject: 'a\u0000b' },
  { after: 'bm90IGEgY3Vyc29y' },
  { after: cursorAt(8_640_000_000_000_000) },
  { before: cursorAt(253_402_300_800_000) },
  { after: cursorAt(Date.UTC(2000, 0, 1) - 1) },
  { day: '0000-12-31' },
  { day: '2101-01-01' },
  { from: '0001-01-01' },
  { to: '1999-12-31' },
])('refuses %j', async (query) => {
  expect((await ask(query as Record<string, string>)).status).toBe(400);
});

it('requires an admin with a second factor', async () => {
  const byLink = { cookie: `session=${await createTestSession(app, { roles: ['admin'] })}` };
  const moderator = {
    cookie: `session=${await createTestSession(app, { roles: ['moderator'], openedBy: 'password-totp' })}`,
  };
  expect([(await ask({}, byLink)).status, (await ask({}, moderator)).status]).toEqual([403, 403]);
});
