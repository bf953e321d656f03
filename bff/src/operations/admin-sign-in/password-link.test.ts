import { findStaffPasswordLink, setStaffPasswordLinkToken } from '@ve/data/identity/staff/password-reset.repository';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import { TestBrowser } from '../../testing/browser.ts';
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
  ] as const) {
    const user = await app.data.add('users', { email: address }, new Date(noon));
    await app.data.add('user_roles', { userId: user.id, role }, new Date(noon));
  }
});
afterAll(() => app.close());

const ask = (address: string) => new TestBrowser(app).outcome('/api/admin/password-link', { email: address });
const set = (token: string, given = password) =>
  new TestBrowser(app).outcome('/api/admin/password', { token, password: given });

/** Acts as the worker: returns the token of the latest link. */
async function linkOf(): Promise<string> {
  await ask(email);
  const link = (await app.data.all('password_resets', {}, 'createdAt')).at(-1)!;
  const { token, hash } = newSecretToken();
  await setStaffPasswordLinkToken(app.em(), link.id, hash);
  return token;
}

it('queues a link for every address equally, and mails only an admin’s', async () => {
  for (const address of [email, 'moderator@example.com', 'nobody@example.com']) {
    expect(await ask(address)).toEqual({ outcome: 'sent' });
  }
  const queued = await app.data.values('outbox', 'payload', { jobName: 'mails.send' });
  const mails = await app.data.all('mails', { id: queued.map(({ mailId }) => String(mailId)) });
  const links = mails.map(async ({ recipient, subjectId: id }) => [
    recipient,
    (await findStaffPasswordLink(app.em(), id!))?.isAdmin,
  ]);
  expect((await Promise.all(links)).toSorted()).toEqual([
    [email, true],
    ['moderator@example.com', false],
    ['nobody@example.com', false],
  ]);
});

it('sets a password once, ends sessions with staff rights, and does not replace the second factor', async () => {
  const [user] = await app.data.set('users', { emailVerifiedAt: new Date(noon) }, { email });
  for (const openedBy of ['password-totp', 'link'] as const) {
    const session = { userId: user!.id, openedBy, expiresAt: new Date(noon + 3_600_000) };
    await app.data.add('sessions', session, new Date(noon));
  }
  const token = await linkOf();
  expect(await set(token, 'password1234')).toMatchObject({ outcome: 'weak' });
  expect(await set(token)).toEqual({ outcome: 'saved' });
  expect(await set(token)).toEqual({ outcome: 'used' });
  expect(await app.data.values('sessions', 'openedBy', { revokedAt: null })).toEqual(['link']);
  const browser = new TestBrowser(app);
  expect(await browser.outcome('/api/admin/sign-in', { email, password })).toMatchObject({ outcome: 'enrol' });
  expect(browser.cookies.has('session')).toBe(false);
  expect(await app.data.values('audit_log', 'action')).toEqual(['staff.password-set']);
});

it('ends every session of an account with an unconfirmed address, since the payer may not own the mailbox', async () => {
  const browser = new TestBrowser(app);
  const user = await app.data.one('users', { email });
  await browser.openSession(user.id);
  expect(await browser.user()).toBe(email);
  expect(await set(await linkOf())).toEqual({ outcome: 'saved' });
  expect(await browser.user()).toBeNull();
});

it('ends a lock-out', async () => {
  const attempt = async () =>
    (await new TestBrowser(app).send('/api/admin/sign-in', { email, password: 'wrong wrong' })).status;
  for (let index = 0; index < 8; index += 1) await attempt();
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
