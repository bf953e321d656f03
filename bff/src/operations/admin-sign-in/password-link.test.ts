import { findPasswordLink, setPasswordLinkToken } from '@ve/data/identity/staff/password-reset.repository';
import { newSecretToken } from '@ve/server-kit/auth/secret-token';
import { Browser } from '../../testing/browser.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const email = 'admin@example.com';
const password = 'a lantern under the sea';
let app: TestApp;
let now = noon;
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '1' }, () => new Date(now));
});
beforeEach(async () => {
  now = noon;
  await app.empty('users', 'audit_log', 'mails', 'outbox', 'token_buckets');
  for (const [address, role] of [
    [email, 'admin'],
    ['moderator@example.com', 'moderator'],
  ]) {
    await app.rows(
      `with account as (insert into users (email, created_at) values (?, ?) returning id)
       insert into user_roles (user_id, role, created_at) select id, ?, ? from account`,
      [address, new Date(noon), role, new Date(noon)],
    );
  }
});
afterAll(() => app.close());

const ask = (address: string) => new Browser(app).outcome('/api/admin/password-link', { email: address });
const set = (token: string, given = password) =>
  new Browser(app).outcome('/api/admin/password', { token, password: given });

/** Acts as the worker: the token of the latest link. */
async function linkOf(): Promise<string> {
  await ask(email);
  const [link] = await app.rows<{ id: string }>('select id from password_resets order by created_at desc, id limit 1');
  const { token, hash } = newSecretToken();
  await setPasswordLinkToken(app.em(), link?.id ?? '', hash);
  return token;
}

it('queues a link for every address alike, and only an admin’s is to be mailed', async () => {
  for (const address of [email, 'moderator@example.com', 'nobody@example.com']) {
    expect(await ask(address)).toEqual({ outcome: 'sent' });
  }
  const mails = await app.rows<{ recipient: string; subject_id: string }>(
    `select recipient, subject_id from mails join outbox on payload ->> 'mailId' = mails.id::text order by mails.created_at, recipient desc`,
  );
  const links = mails.map(async ({ recipient, subject_id: id }) => [
    recipient,
    (await findPasswordLink(app.em(), id))?.isAdmin,
  ]);
  expect((await Promise.all(links)).toSorted()).toEqual([
    [email, true],
    ['moderator@example.com', false],
    ['nobody@example.com', false],
  ]);
});

it('sets a password once, ends sessions with staff rights, and does not stand in for the second factor', async () => {
  const [user] = await app.rows<{ id: string }>('update users set email_verified_at = ? where email = ? returning id', [
    new Date(noon),
    email,
  ]);
  for (const [digit, openedBy] of [
    ['a', 'password-totp'],
    ['b', 'link'],
  ]) {
    await app.rows(
      `insert into sessions (user_id, token_hash, opened_by, created_at, last_seen_at, expires_at)
       values (?, repeat(?, 64), ?, ?, ?, ?)`,
      [user?.id, digit, openedBy, new Date(noon), new Date(noon), new Date(noon + 3_600_000)],
    );
  }
  const token = await linkOf();
  expect(await set(token, 'password1234')).toMatchObject({ outcome: 'weak' });
  expect(await set(token)).toEqual({ outcome: 'saved' });
  expect(await set(token)).toEqual({ outcome: 'used' });
  expect(await app.rows('select opened_by from sessions where revoked_at is null')).toEqual([{ opened_by: 'link' }]);
  const browser = new Browser(app);
  expect(await browser.outcome('/api/admin/sign-in', { email, password })).toMatchObject({ outcome: 'enrol' });
  expect(browser.cookies.has('session')).toBe(false);
  expect(await app.rows('select action from audit_log')).toEqual([{ action: 'staff.password-set' }]);
});

it('ends every session of an account whose address nobody had confirmed, as whoever paid need not own the mailbox', async () => {
  const browser = new Browser(app);
  const [user] = await app.rows<{ id: string }>('select id from users where email = ?', [email]);
  await browser.openSession(user?.id ?? '');
  expect(await browser.user()).toBe(email);
  expect(await set(await linkOf())).toEqual({ outcome: 'saved' });
  expect(await browser.user()).toBeNull();
});

it('ends a lock-out', async () => {
  const attempt = async () =>
    (await new Browser(app).send('/api/admin/sign-in', { email, password: 'wrong wrong' })).status;
  for (let turn = 0; turn < 8; turn += 1) await attempt();
  expect(await attempt()).toBe(429);
  await set(await linkOf());
  expect(await attempt()).toBe(200);
});

it('does nothing after an hour, or without a link', async () => {
  const token = await linkOf();
  now += 3_600_000;
  expect(await set(token)).toEqual({ outcome: 'expired' });
  expect(await set(newSecretToken().token)).toEqual({ outcome: 'expired' });
  expect(await set('x')).toEqual({ outcome: 'expired' });
});
