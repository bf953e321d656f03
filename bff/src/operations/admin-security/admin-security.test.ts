import { hashPassword } from '@ve/data/identity/user/password-hash';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import { Secret, TOTP } from 'otpauth';
import { TestBrowser } from '../../testing/browser.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const password = 'marmalade bicycle quartz';
const next = 'a lantern under the sea';
const email = 'admin@example.com';

let app: TestApp;
let hash: string;
let now = noon;
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '1' }, () => new Date(now));
  hash = await hashPassword(password);
});
beforeEach(async () => {
  now = noon;
  await app.empty('users', 'audit_log', 'token_buckets');
  const user = await app.data.add('users', { email, passwordHash: hash }, new Date(noon - 86_400_000));
  await app.data.add('user_roles', { userId: user.id, role: 'admin' }, new Date(noon));
});
afterAll(() => app.close());

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({ timestamp: now });
/** Moves the clock to a code that was not accepted yet. */
const later = () => (now += 60_000);

async function enrol() {
  const browser = new TestBrowser(app);
  const { enrolment } = (await browser.outcome('/api/admin/sign-in', { email, password })) as {
    enrolment: { secret: string };
  };
  const { secret } = enrolment;
  const { recoveryCodes } = (await browser.outcome('/api/admin/sign-in/code', { code: codeOf(secret) })) as {
    recoveryCodes: string[];
  };
  return { browser, secret, recoveryCodes };
}

async function signIn(secret: string, given = password) {
  later();
  const browser = new TestBrowser(app);
  const answer = await browser.outcome('/api/admin/sign-in', { email, password: given });
  if (answer['outcome'] === 'refused') return null;
  await browser.outcome('/api/admin/sign-in/code', { code: codeOf(secret) });
  return browser;
}

const admitted = async (browser: TestBrowser) => (await browser.call('GET', '/api/admin/security')).status === 200;
const audit = async () => await app.data.values('audit_log', 'action', {}, ['createdAt', 'id']);

it('returns how a member of staff signs in', async () => {
  const { browser } = await enrol();
  expect(await (await browser.call('GET', '/api/admin/security')).json()).toEqual({
    account: { email, factorSince: new Date(noon).toISOString(), recoveryCodesLeft: 10 },
  });
});

it('changes the password with password and code, ends the other sessions with staff rights, and is audited', async () => {
  const { browser, secret } = await enrol();
  const other = await signIn(secret);
  later();
  const proof = { password, code: codeOf(secret) };
  expect(await browser.outcome('/api/admin/security/password', { ...proof, next: 'short' })).toMatchObject({
    outcome: 'weak',
  });
  expect(await browser.outcome('/api/admin/security/password', { ...proof, next })).toEqual({ outcome: 'saved' });
  expect([await admitted(browser), await admitted(other!)]).toEqual([true, false]);
  expect(await signIn(secret)).toBeNull();
  expect(await signIn(secret, next)).not.toBeNull();
  expect(await audit()).toContain('staff.password-set');
});

it.each(['password', 'second-factor'] as const)(
  'a change of the %s ends what was started before: a sign-in, a proposed app and a mailed link',
  async (what) => {
    const { browser, secret } = await enrol();
    const user = await app.data.one('users');
    const { token, hash: tokenHash } = newSecretToken();
    await app.data.add('password_resets', {
      userId: user.id,
      tokenHash,
      createdAt: new Date(noon),
      expiresAt: new Date(noon + 3_600_000),
    });
    const begun = new TestBrowser(app);
    await begun.outcome('/api/admin/sign-in', { email, password });
    later();
    const proposed = await browser.outcome('/api/admin/security/second-factor', { password, code: codeOf(secret) });
    const { enrolment } = proposed as { enrolment: { secret: string } };
    later();
    const give = () => browser.outcome('/api/admin/security/second-factor/confirm', { code: codeOf(enrolment.secret) });
    let valid = secret;
    if (what === 'password') {
      const proof = { password, code: codeOf(secret) };
      expect(await browser.outcome('/api/admin/security/password', { ...proof, next })).toEqual({ outcome: 'saved' });
      later();
      expect(await give()).toEqual({ outcome: 'refused' });
    } else {
      expect(await give()).toMatchObject({ outcome: 'renewed' });
      valid = enrolment.secret;
    }
    later();
    expect(await begun.outcome('/api/admin/sign-in/code', { code: codeOf(valid) })).toEqual({ outcome: 'ended' });
    expect(await begun.outcome('/api/admin/password', { token, password: next })).toEqual({ outcome: 'expired' });
  },
);

it.each([
  ['a wrong password', (secret: string) => ({ password: 'wrong wrong', code: codeOf(secret) })],
  ['a wrong code', () => ({ password, code: '000000' })],
  ['no code', () => ({ password, code: 'none' })],
])('changes nothing with %s', async (_what, proofOf) => {
  const { browser, secret } = await enrol();
  later();
  const proof = proofOf(secret);
  for (const [path, more] of [
    ['password', { next }],
    ['second-factor', {}],
    ['recovery-codes', {}],
  ] as const) {
    expect(await browser.outcome(`/api/admin/security/${path}`, { ...proof, ...more })).toEqual({ outcome: 'refused' });
  }
  expect(await audit()).toEqual(['staff.signed-in']);
});

it('renews the second factor after a code of the new one, with new recovery codes', async () => {
  const { browser, secret, recoveryCodes } = await enrol();
  later();
  const begun = await browser.outcome('/api/admin/security/second-factor', { password, code: codeOf(secret) });
  const { enrolment } = begun as { enrolment: { secret: string } };
  expect(await browser.outcome('/api/admin/security/second-factor/confirm', { code: codeOf(secret) })).toEqual({
    outcome: 'refused',
  });
  const renewed = await browser.outcome('/api/admin/security/second-factor/confirm', {
    code: codeOf(enrolment.secret),
  });
  expect(renewed).toEqual({ outcome: 'renewed', recoveryCodes: expect.any(Array) });
  expect((renewed['recoveryCodes'] as string[]).some((code) => recoveryCodes.includes(code))).toBe(false);
  expect(await admitted((await signIn(enrolment.secret))!)).toBe(true);
  expect(await admitted((await signIn(secret))!)).toBe(false);
  expect(await audit()).toContain('staff.second-factor-renewed');
});

it('replaces the recovery codes: the earlier ones no longer work', async () => {
  const { browser, secret, recoveryCodes } = await enrol();
  later();
  const renewed = await browser.outcome('/api/admin/security/recovery-codes', { password, code: codeOf(secret) });
  const [fresh = ''] = renewed['recoveryCodes'] as string[];
  const other = new TestBrowser(app);
  await other.outcome('/api/admin/sign-in', { email, password });
  const give = (code = '') => other.outcome('/api/admin/sign-in/code', { code });
  expect(await give(recoveryCodes[0])).toEqual({ outcome: 'wrong-code' });
  expect(await give(fresh)).toMatchObject({ outcome: 'signed-in' });
  expect(await audit()).toContain('staff.recovery-codes-renewed');
});

it('locks codes by account, not by session', async () => {
  const { browser, secret } = await enrol();
  const wrong = { password, code: '000000' };
  for (let index = 0; index < 5; index += 1) {
    expect(await browser.outcome('/api/admin/security/recovery-codes', wrong)).toEqual({ outcome: 'refused' });
  }
  const answer = await browser.send('/api/admin/security/recovery-codes', { password, code: codeOf(secret) });
  expect(answer.status).toBe(429);
});

it('audits the end of a staff session', async () => {
  const { browser, secret } = await enrol();
  const other = await signIn(secret);
  const { sessions } = (await (await browser.call('GET', '/api/sessions')).json()) as {
    sessions: { id: string; current: boolean }[];
  };
  later();
  const elsewhere = sessions.find(({ current }) => !current)?.id ?? '';
  expect((await browser.call('DELETE', `/api/sessions/${elsewhere}`)).status).toBe(204);
  expect(await admitted(other!)).toBe(false);
  later();
  expect((await browser.call('DELETE', '/api/session')).status).toBe(204);
  expect(await admitted(browser)).toBe(false);
  expect((await audit()).slice(-2)).toEqual(['staff.session-ended', 'staff.signed-out']);
});
