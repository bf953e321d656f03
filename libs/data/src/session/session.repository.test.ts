import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openTestDatabase } from '../testing/open-test-database.ts';
import { findSession } from './session.repository.ts';

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
