import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { clientAddressHashKey, readSharedSecret } from '@ve/data/jobs/limit/secret.repository';
import { setStaffPasswordLinkToken } from '@ve/data/identity/staff/password-reset.repository';
import { staffAccountOf } from '@ve/data/identity/staff/staff-account.repository';
import { hashPassword } from '@ve/data/identity/user/password-hash';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import { createHmac } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { signKnownStaffBrowser } from '@ve/app/identity/staff/known-browsers';
import { consumeStaffSignInLimit } from '@ve/app/identity/staff/staff-limits';
import { TestBrowser } from '../../testing/browser.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const aMinute = 60_000;
const aDay = 86_400_000;
const email = 'admin@example.com';
const password = 'marmalade bicycle quartz';
const cookieName = 've-staff-browser';

let app: TestApp;
let hash: string;
let now = noon;
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '1' }, () => new Date(now));
  hash = await hashPassword(password);
});
beforeEach(async () => {
  now = noon;
  networks = 0;
  await app.empty('users', 'audit_log', 'mails', 'outbox', 'token_buckets');
});
afterAll(() => app.close());

async function addAdmin(address = email): Promise<string> {
  const at = new Date(noon - aDay);
  const user = await app.data.add('users', { email: address, passwordHash: hash, emailVerifiedAt: at }, at);
  await app.data.add('user_roles', { userId: user.id, role: 'admin' }, at);
  return user.id;
}

let networks = 0;
/** A browser in a network of its own. */
const elsewhere = () => {
  networks += 1;
  return new TestBrowser(app, { 'x-forwarded-for': `172.${16 + (networks >> 8)}.${networks & 255}.9` });
};
const codeAt = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({ timestamp: now });
const begin = (browser: TestBrowser, given: Record<string, unknown> = {}) =>
  browser.send('/api/admin/sign-in', { email, password, ...given });
const confirm = (browser: TestBrowser, code: string) => browser.send('/api/admin/sign-in/code', { code });
const outcomeOf = async (answer: Response) => ((await answer.json()) as { outcome?: string }).outcome;
const wrong = { password: 'wrong wrong wrong' };

/** Signs in for the first time. */
async function enrol(browser = elsewhere(), address = email) {
  const begun = (await (await begin(browser, { email: address })).json()) as { enrolment: { secret: string } };
  expect(await outcomeOf(await confirm(browser, codeAt(begun.enrolment.secret)))).toBe('signed-in');
  now += aMinute;
  return { browser, secret: begun.enrolment.secret };
}
async function signIn(browser: TestBrowser, secret: string) {
  expect(await outcomeOf(await begin(browser))).toBe('code');
  const answer = await confirm(browser, codeAt(secret));
  expect(await outcomeOf(answer)).toBe('signed-in');
  now += aMinute;
  return answer;
}
/** Tries until all networks are refused; returns how many tries were admitted. */
async function guess(from: number, tries: (browser: TestBrowser) => Promise<Response>): Promise<number> {
  let tried = 0;
  for (let each = 0; each < from; each += 1) {
    const browser = elsewhere();
    while ((await tries(browser)).status === 200) tried += 1;
  }
  return tried;
}
/** Uses up every open and shared attempt with an address, as 40 networks would; returns how many. */
async function lock(address = email): Promise<number> {
  const key = await clientAddressHashKey(app.em());
  const subject = createHmac('sha256', key).update(address).digest('hex');
  let taken = 0;
  for (let network = 0; network < 40; network += 1) {
    const use = { subject, network: `network-${String(network)}`, knownBrowser: null };
    const tryOnce = () =>
      consumeStaffSignInLimit(app.em(), { limit: 'password', use }, new Date(now)).then(
        () => true,
        () => false,
      );
    while (await tryOnce()) taken += 1;
  }
  return taken;
}
const isLocked = async (browser: TestBrowser) => (await begin(browser, wrong)).status === 429;

describe('a lock-out', () => {
  it('of one network leaves every other network three attempts an hour', async () => {
    await addAdmin();
    expect(await guess(1, (browser) => begin(browser, wrong))).toBe(8);
    for (let network = 0; network < 3; network += 1) {
      const browser = elsewhere();
      for (let index = 0; index < 2; index += 1) expect((await begin(browser, wrong)).status).toBe(200);
      expect(await outcomeOf(await begin(browser))).toBe('enrol');
      expect((await begin(browser)).status).toBe(429);
    }
  });

  it('bounds all networks together: 65 guesses at the same time and 61 an hour, regardless of their number', async () => {
    await addAdmin();
    expect(await lock()).toBe(65);
    expect((await begin(elsewhere(), wrong)).status).toBe(429);
    now += 60 * aMinute;
    const hour = await lock();
    expect(hour).toBeGreaterThan(3);
    expect(hour).toBeLessThanOrEqual(70);
  });

  it('hashes no password: attempts are counted and refused before', async () => {
    await addAdmin();
    await lock();
    const since = process.cpuUsage();
    for (let index = 0; index < 20; index += 1) expect((await begin(elsewhere(), wrong)).status).toBe(429);
    const { user, system } = process.cpuUsage(since);
    const refused = (user + system) / 20;
    const before = process.cpuUsage();
    for (let index = 0; index < 4; index += 1) await begin(elsewhere(), { email: `a${index}@example.com` });
    const hashed = process.cpuUsage(before);
    expect(refused).toBeLessThan((hashed.user + hashed.system) / 4 / 2);
  });

  it('is the same for an address without an account', async () => {
    await addAdmin();
    const counts = [];
    for (const address of [email, 'nobody@example.com']) {
      counts.push(await guess(4, (browser) => begin(browser, { ...wrong, email: address })));
    }
    expect(counts).toEqual([17, 17]);
  });
});

describe('a browser that has signed in before', () => {
  it('is known by a cookie of 90 days that no script can read, renewed only by a full sign-in', async () => {
    await addAdmin();
    const { browser, secret } = await enrol();
    expect(browser.cookies.get(cookieName)).toMatch(/^[\w-]{22}\.\d{10}\.[\w-]{43}$/);
    const first = browser.cookies.get(cookieName);
    await begin(browser);
    expect(browser.cookies.get(cookieName)).toBe(first);
    const answer = await signIn(browser, secret);
    const set = answer.headers.getSetCookie().find((line) => line.startsWith(`${cookieName}=`));
    expect(set).toMatch(/; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(browser.cookies.get(cookieName)).not.toBe(first);
  });

  it('is not known after a password only, or a wrong code', async () => {
    await addAdmin();
    const { secret } = await enrol();
    const other = elsewhere();
    await begin(other);
    await confirm(other, '000000');
    expect(other.cookies.has(cookieName)).toBe(false);
    await confirm(other, codeAt(secret));
    expect(other.cookies.has(cookieName)).toBe(true);
  });

  it('signs in while guesses from many networks, including its own, have locked the account', async () => {
    await addAdmin();
    const { browser, secret } = await enrol();
    await lock();
    const neighbour = new TestBrowser(app, { ...browser.headers });
    while ((await begin(neighbour, { email: `${String(Math.random())}@example.com` })).status === 200);
    expect(await isLocked(neighbour)).toBe(true);
    await signIn(browser, secret);
  });

  it('has its own attempts, with the same backoff, and then counts as unknown', async () => {
    await addAdmin();
    const { browser } = await enrol();
    for (let index = 0; index < 13; index += 1) expect((await begin(browser, wrong)).status).toBe(200);
    const refused = await begin(browser);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    // Its own network's share is used up, other networks' shares are not.
    expect((await begin(elsewhere(), wrong)).status).toBe(200);
    now += aMinute;
    expect(await outcomeOf(await begin(browser))).toBe('code');
  });

  it('enters its code while another client with the password has used up the guesses of codes', async () => {
    await addAdmin();
    const { browser, secret } = await enrol();
    let guessed = 0;
    for (let network = 0; network < 12; network += 1) {
      const thief = elsewhere();
      if ((await begin(thief)).status !== 200) break;
      for (let index = 0; index < 4; index += 1) if ((await confirm(thief, '000000')).status === 200) guessed += 1;
    }
    expect(guessed).toBe(17);
    const otherBrowser = elsewhere();
    await begin(otherBrowser);
    expect((await confirm(otherBrowser, codeAt(secret))).status).toBe(429);
    await signIn(browser, secret);
  });

  it('changes its password and app while others have used up the guesses of codes', async () => {
    await addAdmin();
    const { browser, secret } = await enrol();
    for (let network = 0; network < 12; network += 1) {
      const thief = elsewhere();
      await begin(thief);
      for (let index = 0; index < 4; index += 1) await confirm(thief, '000000');
    }
    const code = codeAt(secret);
    expect(await browser.outcome('/api/admin/security/recovery-codes', { password, code })).toMatchObject({
      outcome: 'renewed',
    });
  });

  it('gets a link while others have used up the links of the address; it cannot be flooded', async () => {
    await addAdmin();
    const { browser } = await enrol();
    const ask = (each: TestBrowser) => each.send('/api/admin/password-link', { email });
    expect(await guess(20, ask)).toBe(9);
    expect((await ask(elsewhere())).status).toBe(429);
    for (let index = 0; index < 3; index += 1) expect((await ask(browser)).status).toBe(200);
    expect((await ask(browser)).status).toBe(429);
  });
});

describe('the cookie has no effect', () => {
  /** Whether a browser with this cookie may try while the account is locked for all networks. */
  async function isKnown(value: string, address = email): Promise<boolean> {
    const browser = elsewhere();
    browser.cookies.set(cookieName, value);
    return (await begin(browser, { ...wrong, email: address })).status === 200;
  }
  it('when it is forged, truncated or changed', async () => {
    await addAdmin();
    const { browser } = await enrol();
    const value = browser.cookies.get(cookieName) ?? '';
    const [id = '', since = '', signature = ''] = value.split('.');
    await lock();
    for (const forged of [
      '',
      'x',
      `${id}.${since}`,
      `${id}.${String(Number(since) + 1)}.${signature}`,
      `${id.slice(0, -2)}AA.${since}.${signature}`,
      `${id}.${since}.${'A'.repeat(43)}`,
      `${value}A`,
      `${value}.${value}`,
      'A'.repeat(8_000),
    ]) {
      expect([forged, await isKnown(forged)]).toEqual([forged, false]);
    }
    expect(await isKnown(value)).toBe(true);
  });

  it('for another account, or for an address without one', async () => {
    await addAdmin();
    await addAdmin('other@example.com');
    const { browser } = await enrol();
    const value = browser.cookies.get(cookieName) ?? '';
    for (const address of ['other@example.com', 'nobody@example.com']) {
      await lock(address);
      expect(await isKnown(value, address)).toBe(false);
    }
  });

  it('after 90 days, or when it is dated further ahead than clocks differ', async () => {
    const userId = await addAdmin();
    const key = await readSharedSecret(app.em(), 'known-browser');
    const account = await staffAccountOf(app.em(), userId);
    await lock();
    for (const [made, known] of [
      [now - 90 * aDay, false],
      [now - 90 * aDay + 2_000, true],
      [now + 4 * aMinute, true],
      [now + 6 * aMinute, false],
    ] as const) {
      expect([made, await isKnown(signKnownStaffBrowser(account, key, new Date(made)))]).toEqual([made, known]);
    }
    expect(await isKnown(signKnownStaffBrowser(account, 'another key', new Date(now)))).toBe(false);
  });

  const changes: [
    what: string,
    act: (given: { userId: string; browser: TestBrowser; secret: string }) => Promise<unknown>,
  ][] = [
    [
      'the password was set by a mailed link',
      async () => {
        await elsewhere().send('/api/admin/password-link', { email });
        const link = await app.data.one('password_resets');
        const { token, hash: tokenHash } = newSecretToken();
        await setStaffPasswordLinkToken(app.em(), link.id, tokenHash);
        const set = { token, password: 'a lantern under the sea' };
        expect(await elsewhere().outcome('/api/admin/password', set)).toEqual({ outcome: 'saved' });
      },
    ],
    [
      'the password was changed on the own page',
      ({ browser, secret }) =>
        browser.outcome('/api/admin/security/password', {
          password,
          code: codeAt(secret),
          next: 'a lantern under the sea',
        }),
    ],
    [
      'the app was changed',
      async ({ browser, secret }) => {
        const begun = await browser.outcome('/api/admin/security/second-factor', { password, code: codeAt(secret) });
        const { enrolment } = begun as { enrolment: { secret: string } };
        expect(
          await browser.outcome('/api/admin/security/second-factor/confirm', { code: codeAt(enrolment.secret) }),
        ).toMatchObject({ outcome: 'renewed' });
      },
    ],
    [
      'the role was taken and given again',
      async ({ userId }) => {
        const other = elsewhere();
        await addAdmin('other@example.com');
        await enrol(other, 'other@example.com');
        const change = { userId, role: 'admin', reason: 'on leave' };
        expect((await other.call('DELETE', '/api/admin/user-roles', change)).status).toBe(200);
        await app.data.add('user_roles', { userId, role: 'admin' }, new Date(now));
      },
    ],
    ['every browser was signed out', ({ browser }) => browser.call('DELETE', '/api/sessions')],
  ];

  it.each(changes)('once %s', async (_what, act) => {
    const userId = await addAdmin();
    const { browser, secret } = await enrol();
    const value = browser.cookies.get(cookieName) ?? '';
    await act({ userId, browser, secret });
    await lock();
    expect(await isKnown(value)).toBe(false);
  });
});

it('a browser known to one account learns nothing about another: same response, same cookies', async () => {
  await addAdmin();
  const { browser } = await enrol();
  const seen = [];
  for (const address of [email, 'nobody@example.com']) {
    const answer = await begin(browser, { ...wrong, email: address });
    seen.push([answer.status, await answer.text(), answer.headers.getSetCookie()]);
  }
  expect(seen[0]).toEqual(seen[1]);
});

it('is sent by no other site, and only over HTTPS on an HTTPS site', async () => {
  const secure = await startTestApp({ PUBLIC_ORIGIN: 'https://ve.example', TRUST_PROXY: '1' }, () => new Date(now), {
    sharing: app,
  });
  try {
    await addAdmin();
    const send = (path: string, body: object, cookie = '') =>
      fetch(secure.url + path, {
        method: 'POST',
        headers: {
          ...firstPartyHeaders,
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          host: 've.example',
          'x-forwarded-host': 've.example',
          'x-forwarded-for': '192.0.2.9',
          'x-forwarded-proto': 'https',
          cookie,
        },
        body: JSON.stringify(body),
      });
    const begun = await send('/api/admin/sign-in', { email, password });
    const { enrolment } = (await begun.json()) as { enrolment: { secret: string } };
    const pending = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const answer = await send('/api/admin/sign-in/code', { code: codeAt(enrolment.secret) }, pending);
    expect(answer.headers.getSetCookie().find((line) => line.startsWith('__Host-ve-staff-browser='))).toMatch(
      /; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  } finally {
    await secure.close();
  }
});
