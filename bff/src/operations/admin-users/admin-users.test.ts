import type { UserListPage } from '@ve/contracts/http/operations/admin-users';
import type { Session } from '@ve/contracts/http/identity/session';
import type { Role } from '@ve/contracts/roles';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { randomUUID } from 'node:crypto';
import { createTestSession } from '../../testing/sessions.ts';
import { likeCondition } from '@ve/data/testing/test-rows';
import { postFromOwnPage, startTestApp, type TestApp } from '../../testing/test-app.ts';

const reason = 'Joins the support team';

interface Person {
  id: string;
  email: string;
  headers: { cookie: string };
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(() => app.empty('users', 'audit_log'));
afterAll(() => app.close());

let people = 0;
const person = async (roles: Role[] = [], email = `person${(people += 1)}@example.com`): Promise<Person> => {
  const token = await createTestSession(app, { email, roles, openedBy: 'password-totp' });
  const user = await app.data.one('users', { email });
  return { id: user.id, email, headers: { cookie: `session=${token}` } };
};
const call = (method: string, { headers }: Person, body: unknown) =>
  fetch(`${app.url}/api/admin/user-roles`, {
    method,
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...firstPartyHeaders, ...headers },
    body: JSON.stringify(body),
  });
const add = (by: Person, email: string, role: Role = 'moderator', why = reason) =>
  call('POST', by, { email, role, reason: why });
const remove = (by: Person, of: Person, role: Role = 'admin', why = 'Left the company') =>
  call('DELETE', by, { userId: of.id, role, reason: why });
const get = ({ headers }: Person, query = '', search?: string) =>
  fetch(`${app.url}/api/admin/users/search${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...firstPartyHeaders, ...headers },
    body: JSON.stringify({ search }),
  });
const list = async (by: Person, query = '', search?: string) =>
  (await (await get(by, query, search)).json()) as UserListPage;
const emails = ({ rows }: UserListPage) => rows.map(({ email }) => email);
const rolesOf = ({ id }: Person) => app.data.values('user_roles', 'role', { userId: id }, 'role');
const auditOf = (actions: string) =>
  app.data.select(
    'audit_log',
    ['actor', 'action', 'subject', 'details'],
    { action: likeCondition(actions) },
    'createdAt',
  );
const audit = () => auditOf('role.%');
const sessionOf = async ({ headers }: Person) =>
  (await (await fetch(`${app.url}/api/session`, { headers })).json()) as Session;

describe('the list of users', () => {
  it('contains id, address and roles, newest first, ten a page', async () => {
    const admin = await person(['admin', 'moderator']);
    for (let index = 0; index < 12; index += 1) {
      await app.data.add(
        'users',
        { email: `driver${String(index).padStart(2, '0')}@example.com` },
        new Date(Date.UTC(2020, 0, 30 - index)),
      );
    }
    const first = await list(admin);
    expect(first).toMatchObject({ total: 13, isMore: false, hasNewer: false, hasOlder: true });
    expect(first.rows[0]).toEqual({
      id: admin.id,
      email: admin.email,
      createdAt: expect.any(String),
      roles: ['admin', 'moderator'],
    });
    expect(first.rows[1]).toMatchObject({ email: 'driver00@example.com', roles: [] });
    expect(emails(await list(admin, `?after=${String(first.last)}`))).toEqual([
      'driver09@example.com',
      'driver10@example.com',
      'driver11@example.com',
    ]);
  });

  it('is searched by any part of the address, in any case, and by the id', async () => {
    const admin = await person(['admin']);
    const [dana] = [await person([], 'dana.driver@example.com'), await person([], 'erik@example.org')];
    expect(emails(await list(admin, '', 'DRIVER@'))).toEqual([dana.email]);
    expect(emails(await list(admin, '', dana.id.toUpperCase()))).toEqual([dana.email]);
    expect(emails(await list(admin, '', randomUUID()))).toEqual([]);
  });

  it('audits the read, with the users shown but not the search text', async () => {
    const admin = await person(['admin']);
    const dana = await person([], 'dana.driver@example.com');
    await list(admin, '', 'dana.dr');
    await list(admin);
    expect(await auditOf('%')).toEqual([
      { actor: admin.email, action: 'users.listed', subject: null, details: { found: [dana.id], searched: true } },
      { actor: admin.email, action: 'users.listed', subject: null, details: { found: [dana.id, admin.id] } },
    ]);
    await app.rows('alter table audit_log rename to audit_log_away');
    try {
      expect((await get(admin)).status).toBe(500);
    } finally {
      await app.rows('alter table audit_log_away rename to audit_log');
    }
  });

  it.each(['%%%', '___', 'a_a', '\\\\\\', `' or 1=1 --`, '%00abc'])('treats %j literally', async (search) => {
    const admin = await person(['admin']);
    const answer = await get(admin, '', search);
    expect(await answer.json()).toMatchObject({ rows: [], total: 0 });
  });

  it.each([
    ['two characters', 'ab'],
    ['blanks around two', '  ab  '],
    ['a line break', 'abc\ndef'],
    ['10,000 characters', 'a'.repeat(10_000)],
  ])('refuses %s', async (_what, search) => {
    const admin = await person(['admin']);
    expect((await get(admin, '', search)).status).toBe(400);
  });

  it('counts a search up to a thousand', async () => {
    const admin = await person(['admin']);
    const crowd = Array.from({ length: 1_001 }, (_, n) => ({ email: `crowd${n + 1}@example.com` }));
    await app.data.addAll('users', crowd);
    expect(await list(admin, '', 'crowd')).toMatchObject({ total: 1_000, isMore: true, hasOlder: true });
    expect(await list(admin, '', 'crowd1000')).toMatchObject({ total: 1, isMore: false });
  });

  it('is a problem document without database details when it fails', async () => {
    const admin = await person(['admin']);
    await app.rows('alter table users rename column created_at to made_at');
    try {
      const answer = await get(admin);
      expect(answer.status).toBe(500);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(await answer.text()).not.toMatch(/created_at/);
    } finally {
      await app.rows('alter table users rename column made_at to created_at');
    }
  });
});

describe('adding a role', () => {
  it('uses the address as typed, applies from the user’s next request on, and is in the audit log', async () => {
    const admin = await person(['admin']);
    const user = await person();
    expect((await get(user)).status).toBe(403);
    const answer = await add(admin, `  ${user.email.toUpperCase()} `, 'admin');
    expect(await answer.json()).toEqual({ outcome: 'added', email: user.email });
    expect((await get(user)).status).toBe(200);
    expect(await audit()).toEqual([
      { actor: admin.email, action: 'role.added', subject: user.id, details: { role: 'admin', reason } },
    ]);
  });

  it('that the user has changes nothing', async () => {
    const admin = await person(['admin']);
    const user = await person(['moderator']);
    expect(await (await add(admin, user.email)).json()).toEqual({ outcome: 'held', email: user.email });
    expect([await rolesOf(user), await audit()]).toEqual([['moderator'], []]);
  });

  it('is refused while the account is being deleted, so that the last admin is not one about to be deleted', async () => {
    const admin = await person(['admin']);
    const user = await person();
    await app.data.add('account_deletions', { userId: user.id, requestedAt: new Date(), confirmedAt: new Date() });
    expect(await (await add(admin, user.email, 'admin')).json()).toEqual({ outcome: 'deleting', email: user.email });
    expect([await rolesOf(user), await audit()]).toEqual([[], []]);
    expect(await (await remove(admin, admin)).json()).toEqual({ outcome: 'last-admin' });
  });

  it('concurrent with the deletion of the same account leaves one of the two', async () => {
    const admin = await person(['admin']);
    for (let round = 0; round < 5; round += 1) {
      const user = await person();
      const path = `${app.url}/api/admin/customers/${user.id}/deletion`;
      const [role, deletion] = await Promise.all([
        add(admin, user.email, 'admin'),
        postFromOwnPage(path, { reason, email: user.email, refundPence: 0 }, admin.headers),
      ]);
      const outcomes = [await role.json(), await deletion.json()].map((each) => (each as { outcome: string }).outcome);
      expect([
        ['added', 'staff'],
        ['deleting', 'begun'],
      ]).toContainEqual(outcomes);
    }
  });

  it('for an address without an account returns that', async () => {
    const admin = await person(['admin']);
    expect(await (await add(admin, 'nobody@example.com')).json()).toEqual({ outcome: 'unknown-address' });
    expect(await audit()).toEqual([]);
  });

  it('twice concurrently adds it once', async () => {
    const admin = await person(['admin']);
    const user = await person();
    const answers = await Promise.all(Array.from({ length: 6 }, () => add(admin, user.email)));
    const outcomes = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { outcome: string }).outcome),
    );
    expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(1);
    expect(await audit()).toHaveLength(1);
  });

  it.each([
    ['no address', { email: ' ', role: 'user', reason }],
    ['10,000 characters', { email: `${'a'.repeat(10_000)}@example.com`, role: 'user', reason }],
    ['an unknown role', { email: 'a@example.com', role: 'owner', reason }],
    ['no reason', { email: 'a@example.com', role: 'user' }],
    ['a reason of blanks', { email: 'a@example.com', role: 'user', reason: '          ' }],
    ['a reason that is too long', { email: 'a@example.com', role: 'user', reason: 'a'.repeat(301) }],
  ])('refuses %s', async (_what, body) => {
    const admin = await person(['admin']);
    expect((await call('POST', admin, body)).status).toBeGreaterThanOrEqual(400);
    expect(await audit()).toEqual([]);
  });

  it('is rolled back when it cannot be audited', async () => {
    const admin = await person(['admin']);
    const user = await person();
    await app.rows('alter table audit_log rename to audit_log_away');
    try {
      expect((await add(admin, user.email)).status).toBe(500);
      expect((await remove(admin, admin, 'user')).status).toBe(200);
    } finally {
      await app.rows('alter table audit_log_away rename to audit_log');
    }
    expect(await rolesOf(user)).toEqual([]);
  });
});

describe('removing a role', () => {
  it('applies from the next request on, ends the sessions with staff rights, and is in the audit log', async () => {
    const [admin, other] = [await person(['admin']), await person(['admin', 'moderator'])];
    expect((await get(other)).status).toBe(200);
    expect(await (await remove(admin, other)).json()).toEqual({ outcome: 'removed' });
    expect((await get(other)).status).toBe(401);
    expect(await sessionOf(other)).toEqual({ user: null });
    expect(await rolesOf(other)).toEqual(['moderator']);
    // Adding the role again does not revive earlier sessions.
    await add(admin, other.email, 'admin');
    expect((await get(other)).status).toBe(401);
    expect((await audit())[0]).toEqual({
      actor: admin.email,
      action: 'role.removed',
      subject: other.id,
      details: { role: 'admin', reason: 'Left the company' },
    });
  });

  it('leaves sessions without staff rights open', async () => {
    const [admin, other] = [await person(['admin']), await person(['admin'])];
    await app.data.set('sessions', { openedBy: 'link' }, { userId: other.id });
    await remove(admin, other);
    expect(await sessionOf(other)).toMatchObject({ user: { roles: ['user'] } });
  });

  it('that the user does not have changes nothing', async () => {
    const [admin, user] = [await person(['admin']), await person()];
    expect(await (await remove(admin, user)).json()).toEqual({ outcome: 'not-held' });
    expect((await sessionOf(user)).user?.id).toBe(user.id);
    expect(await audit()).toEqual([]);
  });

  it('of an unknown user is not found', async () => {
    const admin = await person(['admin']);
    expect((await remove(admin, { ...admin, id: randomUUID() })).status).toBe(404);
  });

  it('keeps the last admin', async () => {
    const admin = await person(['admin', 'moderator']);
    expect(await (await remove(admin, admin)).json()).toEqual({ outcome: 'last-admin' });
    expect(await (await remove(admin, admin, 'moderator')).json()).toEqual({ outcome: 'removed' });
    expect([await rolesOf(admin), (await get(admin)).status]).toEqual([['admin'], 200]);
  });

  it('from oneself is possible while another admin exists', async () => {
    const [admin, other] = [await person(['admin']), await person(['admin'])];
    expect(await (await remove(admin, admin)).json()).toEqual({ outcome: 'removed' });
    expect([(await get(admin)).status, (await get(other)).status]).toEqual([401, 200]);
  });

  it('leaves one of two admins who remove each other concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      await app.empty('users', 'audit_log');
      const [one, other] = [await person(['admin']), await person(['admin'])];
      const answers = await Promise.all([remove(one, other), remove(other, one)]);
      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
      expect(await app.data.count('user_roles', { role: 'admin' })).toBe(1);
      expect(await audit()).toHaveLength(1);
    }
  });

  it('leaves one of many admins who remove themselves concurrently', async () => {
    const admins = await Promise.all(Array.from({ length: 5 }, () => person(['admin'])));
    const answers = await Promise.all(admins.map((admin) => remove(admin, admin)));
    const outcomes = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { outcome: string }).outcome),
    );
    expect(outcomes.toSorted()).toEqual(['last-admin', 'removed', 'removed', 'removed', 'removed']);
    expect(await app.data.count('user_roles', { role: 'admin' })).toBe(1);
  });
});
