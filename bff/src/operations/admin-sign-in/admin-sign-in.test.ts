import type { Role } from '@ve/contracts/roles';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { hashPassword } from '@ve/data/identity/user/password-hash';
import { argon2Sync } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { AudienceProbeModule } from '../../testing/audience-probes.ts';
import { TestBrowser } from '../../testing/browser.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const aMinute = 60_000;
const password = 'marmalade bicycle quartz';
const email = 'admin@example.com';

let app: TestApp;
let hash: string;
let now = noon;
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '1' }, () => new Date(now), { more: [AudienceProbeModule] });
  hash = await hashPassword(password);
});
beforeEach(async () => {
  now = noon;
  await app.empty('users', 'audit_log', 'mails', 'outbox', 'token_buckets');
});
afterAll(() => app.close());

async function addUser(roles: readonly Role[] = ['admin'], given: { email?: string; hash?: string | null } = {}) {
  const at = new Date(noon - 86_400_000);
  const user = await app.data.add(
    'users',
    { email: given.email ?? email, passwordHash: given.hash === undefined ? hash : given.hash },
    at,
  );
  for (const role of roles) {
    await app.data.add('user_roles', { userId: user.id, role }, at);
  }
  return user.id;
}

const codeAt = (secret: string, time = now) =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({ timestamp: time });

const begin = (browser: TestBrowser, given: Record<string, unknown> = {}) =>
  browser.outcome('/api/admin/sign-in', { email, password, ...given });
const confirm = (browser: TestBrowser, code: string) => browser.outcome('/api/admin/sign-in/code', { code });
const admitted = async (browser: TestBrowser) => (await browser.call('GET', '/api/probe/staff')).status;

/** Signs in for the first time: enrols. */
async function enrol(browser = new TestBrowser(app)) {
  const { enrolment } = (await begin(browser)) as { enrolment: { secret: string; uri: string } };
  const { recoveryCodes } = (await confirm(browser, codeAt(enrolment.secret))) as { recoveryCodes: string[] };
  return { browser, secret: enrolment.secret, recoveryCodes };
}
/** Moves the clock to the next code that was not accepted yet. */
const later = (minutes = 1) => (now += minutes * aMinute);
const audit = () => app.data.select('audit_log', ['action', 'details'], {}, 'createdAt');

describe('the first sign-in', () => {
  it('enrols a second factor, shows ten recovery codes once and opens a session with staff rights', async () => {
    const userId = await addUser();
    const browser = new TestBrowser(app);
    const begun = await begin(browser, { email: ' Admin@Example.com ' });
    expect(begun).toEqual({ outcome: 'enrol', enrolment: { secret: expect.any(String), uri: expect.any(String) } });
    const { enrolment } = begun as { enrolment: { secret: string; uri: string } };
    expect(enrolment.uri).toMatch(
      /^otpauth:\/\/totp\/Vehicle%20Enquiry:admin%40example\.com\?issuer=Vehicle%20Enquiry&secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/,
    );
    expect(await admitted(browser)).toBe(401);
    const answer = await confirm(browser, codeAt(enrolment.secret));
    expect(answer).toEqual({ outcome: 'signed-in', recoveryCodes: expect.any(Array) });
    expect(new Set(answer['recoveryCodes'] as string[]).size).toBe(10);
    expect(await admitted(browser)).toBe(200);
    expect(await (await browser.call('GET', '/api/session')).json()).toEqual({
      user: { id: userId, email, roles: ['admin'] },
      staff: 'role',
    });
    expect(await audit()).toEqual([{ action: 'staff.signed-in', details: { by: 'enrolment' } }]);
    const codes = await app.data.all('recovery_codes');
    expect(codes).toHaveLength(10);
    const stored = JSON.stringify([codes, await app.data.all('second_factors')]);
    expect(stored).not.toContain(enrolment.secret);
    for (const code of answer['recoveryCodes'] as string[]) expect(stored).not.toContain(code);
  });

  it('does not enrol a secret after another browser’s sign-in has enrolled', async () => {
    await addUser();
    const slow = new TestBrowser(app);
    const { enrolment } = (await begin(slow)) as { enrolment: { secret: string } };
    await enrol();
    later();
    expect(await confirm(slow, codeAt(enrolment.secret))).toEqual({ outcome: 'ended' });
    expect(await admitted(slow)).toBe(401);
  });

  it('enrols one of two browsers that enter their codes concurrently', async () => {
    const userId = await addUser();
    const waiting = await Promise.all(
      [new TestBrowser(app), new TestBrowser(app)].map(async (browser) => {
        const { enrolment } = (await begin(browser)) as { enrolment: { secret: string } };
        return { browser, code: codeAt(enrolment.secret) };
      }),
    );
    // Locked until both are in their transactions.
    const answers = await app.em().transactional(async (em) => {
      await em.execute('select from users where id = ? for update', [userId]);
      const responses = waiting.map(({ browser, code }) => confirm(browser, code));
      for (let blocked = 0; blocked < 2;) {
        const [row] = await app.rows<{ blocked: number }>(
          `select count(*)::int as blocked from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        );
        blocked = row?.blocked ?? 0;
      }
      return { asked: responses };
    });
    const outcomes = (await Promise.all(answers.asked)).map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual(['ended', 'signed-in']);
  });
});

describe('a sign-in', () => {
  it('of two browsers that enrol concurrently lets one in', async () => {
    await addUser();
    for (let index = 0; index < 4; index += 1) {
      await app.empty('second_factors', 'recovery_codes', 'staff_sign_ins', 'token_buckets');
      const both = [new TestBrowser(app), new TestBrowser(app)];
      const secrets: string[] = [];
      for (const browser of both) {
        const { enrolment } = (await begin(browser)) as { enrolment: { secret: string } };
        secrets.push(enrolment.secret);
      }
      const answers = await Promise.all(both.map((browser, index) => confirm(browser, codeAt(secrets[index] ?? ''))));
      expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['ended', 'signed-in']);
    }
  });

  it('lasts at most twelve hours, and ends the browser’s earlier session', async () => {
    await addUser();
    const { browser, secret } = await enrol();
    const before = browser.cookies.get('session');
    later();
    expect(await begin(browser)).toEqual({ outcome: 'code' });
    const answer = await browser.send('/api/admin/sign-in/code', { code: codeAt(secret) });
    expect(answer.headers.getSetCookie().find((line) => line.startsWith('session='))).toContain('Max-Age=43200;');
    expect(await app.data.count('sessions', { revokedAt: null })).toBe(1);
    const old = new TestBrowser(app);
    old.cookies.set('session', before ?? '');
    expect(await admitted(old)).toBe(401);
    now += 12 * 60 * aMinute - 1_000;
    expect(await admitted(browser)).toBe(200);
    now += 1_000;
    expect(await admitted(browser)).toBe(401);
  });

  it('accepts a code once, in any browser, and none older than the last', async () => {
    await addUser();
    const { secret } = await enrol();
    const browser = new TestBrowser(app);
    await begin(browser);
    expect(await confirm(browser, codeAt(secret))).toEqual({ outcome: 'wrong-code' });
    expect(await confirm(browser, codeAt(secret, now - 30_000))).toEqual({ outcome: 'wrong-code' });
    expect(await confirm(browser, codeAt(secret, now + 30_000))).toEqual({ outcome: 'signed-in', recoveryCodes: null });
  });

  it.each([
    ['of the step before', -30_000, 'signed-in'],
    ['with a space in it', 0, 'signed-in'],
    ['of two steps before', -60_000, 'wrong-code'],
    ['of two steps ahead', 60_000, 'wrong-code'],
  ])('with a code %s', async (what, drift, outcome) => {
    await addUser();
    const { secret } = await enrol();
    later(10);
    const browser = new TestBrowser(app);
    await begin(browser);
    const code = codeAt(secret, now + drift);
    const typed = what === 'with a space in it' ? `${code.slice(0, 3)} ${code.slice(3)}` : code;
    expect(await confirm(browser, typed)).toMatchObject({ outcome });
  });

  it('of two concurrent codes lets one in', async () => {
    await addUser();
    const { secret } = await enrol();
    later();
    const browsers = [new TestBrowser(app), new TestBrowser(app)];
    for (const browser of browsers) await begin(browser);
    const outcomes = await Promise.all(
      browsers.map(async (browser) => (await confirm(browser, codeAt(secret)))['outcome']),
    );
    expect(outcomes.filter((outcome) => outcome === 'signed-in')).toHaveLength(1);
  });

  it('accepts a recovery code instead of the app, each once, in any letter case', async () => {
    await addUser();
    const { recoveryCodes } = await enrol();
    const [code = ''] = recoveryCodes;
    const browser = new TestBrowser(app);
    await begin(browser);
    expect(await confirm(browser, code.toLowerCase().replaceAll('-', ' '))).toMatchObject({ outcome: 'signed-in' });
    const other = new TestBrowser(app);
    await begin(other);
    expect(await confirm(other, code)).toEqual({ outcome: 'wrong-code' });
    expect((await audit()).at(-1)).toEqual({ action: 'staff.signed-in', details: { by: 'recovery-code' } });
  });

  it('ends with the fifth wrong code, and after ten minutes', async () => {
    await addUser();
    const { secret } = await enrol();
    later();
    const browser = new TestBrowser(app);
    await begin(browser);
    for (let wrong = 1; wrong < 5; wrong += 1) {
      expect(await confirm(browser, '000000')).toEqual({ outcome: 'wrong-code' });
    }
    expect(await confirm(browser, '000000')).toEqual({ outcome: 'ended' });
    later(30);
    expect(await confirm(browser, codeAt(secret))).toEqual({ outcome: 'ended' });
    await begin(browser);
    later(10);
    expect(await confirm(browser, codeAt(secret))).toEqual({ outcome: 'ended' });
  });

  it('upgrades the stored hash of a password to the current cost', async () => {
    const nonce = Buffer.alloc(16, 7);
    const cheap = argon2Sync('argon2id', {
      memory: 8_192,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
      message: password,
      nonce,
    });
    const part = (value: Buffer) => value.toString('base64').replaceAll('=', '');
    await addUser(['admin'], { hash: `$argon2id$v=19$m=8192,t=1,p=1$${part(nonce)}$${part(cheap)}` });
    expect(await begin(new TestBrowser(app))).toMatchObject({ outcome: 'enrol' });
    const user = await app.data.one('users');
    expect(user.passwordHash).toContain('$m=19456,t=2,p=1$');
    expect(await begin(new TestBrowser(app))).toMatchObject({ outcome: 'enrol' });
  });
});

describe('refusals', () => {
  const refused = { outcome: 'refused', message: 'Invalid credentials or insufficient privileges.' };

  it.each([
    ['a wrong password', { password: 'marmalade bicycle quarts' }],
    ['an unknown address', { email: 'nobody@example.com' }],
    ['an invalid address', { email: 'nobody' }],
  ])('%s, with the same message', async (_what, given) => {
    await addUser();
    const browser = new TestBrowser(app);
    expect(await begin(browser, given)).toEqual(refused);
    expect([...browser.cookies.keys()]).toEqual([]);
    expect(await app.data.all('staff_sign_ins')).toEqual([]);
  });

  it('an admin who has no password yet', async () => {
    await addUser(['admin'], { hash: null });
    expect(await begin(new TestBrowser(app))).toEqual(refused);
  });

  it('an unknown address costs what a wrong password costs', async () => {
    await addUser();
    const cost = async (given: Record<string, unknown>) => {
      const since = process.cpuUsage();
      for (let index = 0; index < 4; index += 1) await begin(new TestBrowser(app), given);
      const { user, system } = process.cpuUsage(since);
      return user + system;
    };
    await cost({ email: 'warm@example.com' });
    const [known, unknown] = [await cost({ password: 'wrong wrong wrong' }), await cost({ email: 'no@example.com' })];
    expect(unknown / known).toBeGreaterThan(0.5);
    expect(unknown / known).toBeLessThan(2);
  });

  it('a user without the admin role, whose browser is signed out', async () => {
    await addUser(['moderator']);
    const browser = new TestBrowser(app);
    const other = await addUser(['user'], { email: 'dana@example.com', hash: null });
    const { token } = await browser.openSession(other);
    expect(token).not.toBe('');
    expect(await browser.user()).toBe('dana@example.com');
    expect(await begin(browser)).toEqual({
      outcome: 'not-admin',
      message: 'Access denied: Admin privileges required',
    });
    expect(browser.cookies.has('session')).toBe(false);
    expect(await app.data.all('sessions', { revokedAt: null })).toEqual([]);
    expect(await confirm(browser, '123456')).toEqual({ outcome: 'ended' });
  });

  it('an admin whose role was removed between password and code', async () => {
    await addUser();
    const { secret } = await enrol();
    later();
    const browser = new TestBrowser(app);
    await begin(browser);
    await app.data.remove('user_roles', { role: 'admin' });
    expect(await confirm(browser, codeAt(secret))).toEqual({ outcome: 'ended' });
  });

  it('an admin whose role was removed before the first code: nothing is enrolled', async () => {
    await addUser();
    const browser = new TestBrowser(app);
    const { enrolment } = (await begin(browser)) as { enrolment: { secret: string } };
    await app.data.remove('user_roles', { role: 'admin' });
    expect(await confirm(browser, codeAt(enrolment.secret))).toEqual({ outcome: 'ended' });
    expect(await app.data.all('second_factors')).toEqual([]);
  });

  it('an account after five wrong passwords and three per network, for longer and longer, known or not', async () => {
    await addUser();
    for (const address of [email, 'nobody@example.com']) {
      const attempt = async () => {
        const answer = await new TestBrowser(app).send('/api/admin/sign-in', {
          email: address,
          password: 'wrong wrong',
        });
        return answer.status === 200 ? 0 : Number(answer.headers.get('retry-after'));
      };
      for (let index = 0; index < 8; index += 1) expect(await attempt()).toBe(0);
      expect(await attempt()).toBe(60);
      for (let index = 0; index < 5; index += 1) {
        later();
        expect(await attempt()).toBe(0);
      }
      later();
      const wait = await attempt();
      expect(wait).toBeGreaterThan(60);
      expect(wait).toBeLessThanOrEqual(600);
      const locked = await new TestBrowser(app).send('/api/admin/sign-in', { email: address, password });
      expect(await locked.json()).toMatchObject({
        code: 'sign-in-attempts-exceeded',
        title: 'Too many sign-in attempts. Please wait a few minutes before trying again.',
      });
    }
  });

  it('a client that tries one account after another', async () => {
    const browser = new TestBrowser(app);
    let status = 200;
    let tried = 0;
    for (; status === 200 && tried < 40; tried += 1) {
      ({ status } = await browser.send('/api/admin/sign-in', { email: `a${tried}@example.com`, password }));
    }
    expect([status, tried]).toEqual([429, 31]);
  });

  it('no longer, once the sign-in has succeeded', async () => {
    await addUser();
    for (let index = 0; index < 4; index += 1) await begin(new TestBrowser(app), { password: 'wrong wrong' });
    await enrol();
    for (let index = 0; index < 5; index += 1) {
      expect(await begin(new TestBrowser(app), { password: 'wrong wrong' })).toMatchObject({ outcome: 'refused' });
    }
  });
});

describe('roles', () => {
  it('apply at the next request of an open session', async () => {
    const userId = await addUser();
    const { browser } = await enrol();
    expect(await admitted(browser)).toBe(200);
    await app.data.remove('user_roles', { role: 'admin' });
    expect(await admitted(browser)).toBe(403);
    await app.data.add('user_roles', { userId, role: 'admin' }, new Date(now));
    expect(await admitted(browser)).toBe(200);
  });
});

it('guesses cause warnings with step and result, hashes and ids only; a sign-in does not', async () => {
  const userId = await addUser();
  const before = app.logLines.length;
  const browser = new TestBrowser(app);
  await begin(browser, { password: 'wrong wrong wrong' });
  await begin(browser);
  await confirm(browser, '000000');
  for (let index = 0; index < 7; index += 1) await begin(browser, { email: 'nobody@example.com' });
  await browser.send('/api/admin/sign-in', { email: 'nobody@example.com', password });
  await browser.send('/api/admin/sign-in', { email: 'nobody@example.com', password });
  const lines = app.logLines.slice(before).filter((line) => line.includes('staff_sign_in_refused'));
  const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
  const seen = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(seen[0]).toMatchObject({ step: 'password', result: 'refused', account: hash, client: hash });
  expect(seen[1]).toMatchObject({ step: 'code', result: 'wrong-code', userId, client: hash });
  expect(seen.at(-1)).toMatchObject({ step: 'password', result: 'locked', account: hash });
  expect(seen).toHaveLength(11);
  expect(lines.join('')).not.toContain('@');
});

it('a call from another site’s page opens nothing', async () => {
  await addUser();
  const answer = await fetch(`${app.url}/api/admin/sign-in`, {
    method: 'POST',
    headers: { ...firstPartyHeaders, 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
    body: JSON.stringify({ email, password }),
  });
  expect(answer.status).toBe(403);
});
