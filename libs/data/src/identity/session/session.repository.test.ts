import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import {
  endUserSession,
  endUserSessions,
  findSession,
  listSessionsOf,
  markSessionSeen,
  openSession,
} from './session.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
  await db.orm.em.fork().execute(`
    with account as (insert into users (email, created_at) values ('a@example.com', '2026-03-01') returning id),
      roles as (insert into user_roles (user_id, role, created_at)
        select id, unnest(array['moderator', 'admin']), '2026-03-01' from account)
    insert into sessions (user_id, token_hash, opened_by, created_at, last_seen_at, expires_at, revoked_at)
    select id, repeat(digit, 64), 'password-totp', '2026-03-01T10:00Z', '2026-03-01T10:00Z', '2026-03-01T11:00Z', revoked::timestamptz
    from account, (values ('a', null), ('b', '2026-03-01T10:30Z')) as made (digit, revoked)
  `);
  await db.orm.em.fork().execute(`
    with account as (insert into users (email, created_at) values ('b@example.com', '2026-03-01') returning id)
    insert into sessions (user_id, token_hash, opened_by, created_at, last_seen_at, expires_at)
    select id, repeat('c', 64), 'link', '2026-03-01T10:00Z', '2026-03-01T10:00Z', '2026-03-01T11:00Z' from account
  `);
});
afterAll(() => db.close());

const find = (digit: string, time: string) =>
  findSession(db.orm.em.fork(), digit.repeat(64), new Date(`2026-03-01T${time}Z`));

describe('a session', () => {
  it('has the way it was opened and every role of its user', async () => {
    expect(await find('a', '10:45')).toEqual({
      id: expect.any(String),
      openedBy: 'password-totp',
      lastSeenAt: new Date('2026-03-01T10:00Z'),
      user: { id: expect.any(String), email: 'a@example.com', roles: ['admin', 'moderator'] },
    });
  });

  it('of a user without a stored role has the role user', async () => {
    expect(await find('c', '10:45')).toMatchObject({
      openedBy: 'link',
      user: { email: 'b@example.com', roles: ['user'] },
    });
  });

  it.each([
    ['a', '11:00', 'it has expired'],
    ['b', '10:45', 'it was revoked'],
    ['d', '10:45', 'there is none'],
  ])('is null for %s at %s: %s', async (digit, time) => {
    expect(await find(digit, time)).toBeNull();
  });
});

describe('a customer’s session', () => {
  const em = () => db.orm.em.fork();
  const noon = new Date('2026-03-02T12:00Z');
  const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);
  const tokens = { next: 0 };
  const newHash = () => (tokens.next += 1).toString(16).padStart(64, '0');
  const newUser = async (email: string) => {
    const user = await db.data.add('users', { email }, noon);
    return user.id;
  };
  const open = (userId: string, tokenHash: string, replaces: string | null = null, now = noon) =>
    openSession(em(), { userId, openedBy: 'link', tokenHash, userAgent: 'a'.repeat(500), replaces, now });

  it('lasts thirty days and keeps 400 characters of the user agent', async () => {
    const user = await newUser('lasting@example.com');
    const hash = newHash();
    const id = await open(user, hash);
    expect(await findSession(em(), hash, later(30 * 1_440 - 1))).toMatchObject({ id, lastSeenAt: noon });
    expect(await findSession(em(), hash, later(30 * 1_440))).toBeNull();
    expect(await listSessionsOf(em(), user, noon)).toEqual([
      { id, openedBy: 'link', userAgent: 'a'.repeat(400), createdAt: noon, lastSeenAt: noon },
    ]);
  });

  it('ends the one that it replaces, also another user’s', async () => {
    const [one, other] = [await newUser('one@example.com'), await newUser('other@example.com')];
    const [held, kept, opened] = [newHash(), newHash(), newHash()];
    await open(one, held);
    await open(one, kept);
    await open(other, opened, held, later(1));
    expect(await findSession(em(), held, later(1))).toBeNull();
    expect(await findSession(em(), kept, later(1))).not.toBeNull();
    expect(await findSession(em(), opened, later(1))).toMatchObject({ user: { id: other } });
  });

  it('records its use', async () => {
    const user = await newUser('seen@example.com');
    await markSessionSeen(em(), await open(user, newHash()), later(10));
    expect((await listSessionsOf(em(), user, noon))[0]?.lastSeenAt).toEqual(later(10));
  });

  it('is listed with the latest used first, unless it has ended', async () => {
    const user = await newUser('listed@example.com');
    const first = await open(user, newHash());
    const second = await open(user, newHash(), null, later(1));
    const third = await open(user, newHash(), null, later(2));
    expect(await endUserSession(em(), { userId: user, id: second }, later(3))).toBe(true);
    expect((await listSessionsOf(em(), user, later(3))).map(({ id }) => id)).toEqual([third, first]);
    await endUserSessions(em(), { userId: user }, later(4));
    expect(await listSessionsOf(em(), user, later(4))).toEqual([]);
  });

  it('is ended by its user only, and once', async () => {
    const [owner, otherUser] = [await newUser('owner@example.com'), await newUser('stranger@example.com')];
    const id = await open(owner, newHash());
    expect(await endUserSession(em(), { userId: otherUser, id }, noon)).toBe(false);
    expect(await endUserSession(em(), { userId: owner, id }, noon)).toBe(true);
    expect(await endUserSession(em(), { userId: owner, id }, noon)).toBe(false);
  });
});
