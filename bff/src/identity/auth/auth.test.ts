import type { Role } from '@ve/contracts/roles';
import { apiErrors } from '@ve/contracts/errors';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { addSignInLink } from '@ve/data/identity/session/sign-in.repository';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import { postFromOwnPage, startTestApp, type TestApp } from '../../testing/test-app.ts';

const aMinute = 60_000;
const noon = Date.parse('2026-11-21T12:00:00.000Z');
const email = 'driver@example.com';
const registration = 'AB12CDE';

let app: TestApp;
let now = noon;
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '1' }, () => new Date(now));
});
beforeEach(async () => {
  now = noon;
  await app.empty(
    'users',
    'user_roles',
    'customers',
    'reports',
    'subscriptions',
    'sessions',
    'sign_in_requests',
    'magic_links',
    'mails',
    'outbox',
    'token_buckets',
  );
});
afterAll(() => app.close());

interface CustomerGiven {
  email?: string;
  reports?: string[];
  membership?: string | null;
  verified?: boolean;
  roles?: Role[];
}

/** Adds a customer; returns the user's id. */
async function addCustomer(given: CustomerGiven = {}): Promise<string> {
  const { reports = [registration], membership = null, verified = true, roles = [] } = given;
  const address = given.email ?? email;
  const at = new Date(noon - 86_400_000);
  const user = await app.data.add('users', { email: address, emailVerifiedAt: verified ? at : null }, at);
  const id = user.id;
  const customer = await app.data.add('customers', { userId: id, email: address }, at);
  for (const each of reports) {
    await app.data.add(
      'reports',
      {
        customerId: customer.id,
        registrationNumber: each,
      },
      at,
    );
  }
  if (membership !== null) {
    await app.data.add(
      'subscriptions',
      {
        userId: id,
        status: 'trialing',
        registrationNumber: membership,
        creditsUsed: 1,
        currentPeriodEnd: null,
        creditedPeriodEnd: null,
      },
      at,
    );
  }
  for (const role of roles) {
    await app.data.add('user_roles', { userId: id, role }, at);
  }
  return id;
}

/** A browser with its own cookies and network address. */
class Browser {
  static #made = 0;
  readonly cookies = new Map<string, string>();
  readonly #address = `10.8.${(Browser.#made += 1) >> 8}.${Browser.#made & 255}`;

  async send(path: string, body: unknown): Promise<Response> {
    return this.#keep(await postFromOwnPage(`${app.url}${path}`, body, this.#headers()));
  }

  async call(method: 'GET' | 'POST' | 'DELETE', path: string): Promise<Response> {
    const own = method === 'GET' ? {} : { ...firstPartyHeaders, 'sec-fetch-site': 'same-origin' };
    return this.#keep(await fetch(app.url + path, { method, headers: { ...this.#headers(), ...own } }));
  }

  async outcome(path: string, body: unknown): Promise<Record<string, unknown>> {
    const answer = await this.send(path, body);
    expect(answer.status).toBe(200);
    return (await answer.json()) as Record<string, unknown>;
  }

  signIn = (given: Record<string, unknown> = {}) =>
    this.outcome('/api/auth/sign-in', { email, registration, ...given });
  read = (token: string) => this.outcome('/api/auth/link', { token });
  redeem = (token: string) => this.outcome('/api/auth/link/redeem', { token });

  async user(): Promise<string | null> {
    const { user } = (await (await this.call('GET', '/api/session')).json()) as { user: { email: string } | null };
    return user?.email ?? null;
  }

  #headers(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { 'x-forwarded-for': this.#address, 'user-agent': 'Firefox/143.0', ...(cookie === '' ? {} : { cookie }) };
  }

  #keep(answer: Response): Response {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }
}

/** Acts as the worker: creates the link of the latest request. */
async function linkOf(address = email): Promise<string> {
  const { id: userId } = await app.data.one('users', { email: address });
  const request = (await app.data.all('sign_in_requests', { userId }, 'createdAt')).at(-1)!;
  const { token, hash } = newSecretToken();
  await addSignInLink(app.em(), { requestId: request.id, userId, tokenHash: hash }, new Date(now));
  return token;
}

const asked = async (given: CustomerGiven = {}) => {
  const userId = await addCustomer(given);
  const browser = new Browser();
  expect(await browser.signIn(given.email === undefined ? {} : { email: given.email })).toEqual({ outcome: 'sent' });
  return { userId, browser, token: await linkOf(given.email ?? email) };
};
const sessionsOf = async (userId: string) =>
  (await app.data.all('sessions', { userId }, ['createdAt', 'id'])).map((session) => ({
    openedBy: session.openedBy,
    userAgent: session.userAgent,
    live: session.revokedAt === null,
  }));
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

describe('requesting a link', () => {
  it('queues one mail for the customer, by id only, and stores the vehicle and the browser', async () => {
    const userId = await addCustomer();
    const browser = new Browser();
    expect(await browser.signIn({ email: ' Driver@Example.com', registration: 'ab12 cde' })).toEqual({
      outcome: 'sent',
    });
    const request = await app.data.one('sign_in_requests');
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/) as unknown;
    expect(request).toMatchObject({ userId, registrationNumber: registration, browserHash: hash });
    const mail = await app.data.one('mails');
    expect(mail).toMatchObject({ template: 'sign-in-link', recipient: email, subjectId: request.id });
    const { payload } = await app.data.one('outbox');
    expect(payload['mailId']).toBe(mail.id);
    expect(JSON.stringify(payload)).not.toContain('driver');
    expect([...browser.cookies.keys()]).toEqual(['ve-browser']);
  });

  it.each<[string, CustomerGiven]>([
    ['a report', { reports: ['FN15FNC', registration] }],
    ['the membership', { reports: [], membership: registration }],
  ])('recognises the vehicle as %s', async (_by, given) => {
    await addCustomer(given);
    expect(await new Browser().signIn()).toEqual({ outcome: 'sent' });
  });

  it.each<[string, CustomerGiven, Record<string, unknown>, string]>([
    ['an unknown address', {}, { email: 'other@example.com' }, 'other@example.com with the vehicle AB12 CDE'],
    ['another vehicle', {}, { registration: 'FN15FNC' }, 'driver@example.com with the vehicle FN15 FNC'],
    ['a customer without a vehicle', { reports: [] }, {}, 'driver@example.com with the vehicle AB12 CDE'],
  ])('names e-mail and vehicle when they do not match: %s', async (_what, given, form, named) => {
    await addCustomer(given);
    // Another customer's vehicle does not match.
    await addCustomer({ email: 'owner@example.com', reports: ['FN15FNC'] });
    const answer = await new Browser().signIn(form);
    expect(answer).toEqual({ outcome: 'no-match', message: expect.stringContaining(named) });
    expect(await app.data.all('outbox')).toEqual([]);
    expect(await app.data.all('sign_in_requests')).toEqual([]);
  });

  it.each<[unknown, unknown, string]>([
    ['driver', registration, 'request-invalid'],
    ['a@example.com\r\nBcc: b@example.com', registration, 'request-invalid'],
    [`' or 1=1 --`, registration, 'request-invalid'],
    [7, registration, 'request-invalid'],
    [email, '', 'registration-required'],
    [email, `'; drop table users --`, 'registration-invalid'],
    [email, 'Q'.repeat(500), 'registration-invalid'],
  ])('refuses %j with %j', async (address, plate, code) => {
    await addCustomer();
    const answer = await new Browser().send('/api/auth/sign-in', { email: address, registration: plate });
    expect(await codeOf(answer)).toEqual([400, code]);
    expect(await app.data.all('token_buckets')).toEqual([]);
  });

  it('counts attempts with one address from many browsers, including failed ones', async () => {
    await addCustomer();
    // Ten from any network, then three per network.
    for (let time = 0; time < 13; time += 1) {
      expect(await new Browser().signIn({ registration: 'FN15FNC' })).toMatchObject({ outcome: 'no-match' });
    }
    const refused = await new Browser().send('/api/auth/sign-in', { email, registration });
    expect(refused.headers.get('retry-after')).toBe('180');
    expect(await refused.json()).toMatchObject({
      code: 'sign-in-attempts-exceeded',
      title: 'Too many sign-in attempts. Please wait a few minutes before trying again.',
    });
    now += 3 * aMinute;
    expect(await new Browser().signIn()).toEqual({ outcome: 'sent' });
  });

  it('counts attempts of one client with many addresses', async () => {
    const browser = new Browser();
    for (let time = 0; time < 30; time += 1) {
      expect(await browser.signIn({ email: `driver${time}@example.com` })).toMatchObject({ outcome: 'no-match' });
    }
    const refused = await browser.send('/api/auth/sign-in', { email: 'last@example.com', registration });
    expect(await codeOf(refused)).toEqual([429, 'sign-in-attempts-exceeded']);
  });

  it('sends five mails to one address, two more per network, and another six minutes later', async () => {
    await addCustomer();
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => new Browser().send('/api/auth/sign-in', { email, registration })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 7 }, () => 200), 429, 429]);
    const refused = answers.find(({ status }) => status === 429) as Response;
    expect(await refused.json()).toMatchObject({ title: apiErrors['sign-in-mails-exceeded'].title });
    expect(await app.data.count('outbox')).toBe(7);
    now += 6 * aMinute;
    expect(await new Browser().signIn()).toEqual({ outcome: 'sent' });
  });

  it('stores no address in the counters', async () => {
    await addCustomer();
    await new Browser().signIn();
    const keys = await app.data.all('token_buckets', {}, 'key');
    expect(keys.map(({ key }) => key)).toEqual(
      ['sign-in-address-1', 'sign-in-mail-1', 'sign-in'].map((name) =>
        expect.stringMatching(new RegExp(`^${name}:[0-9a-f]{64}$`)),
      ),
    );
  });
});

describe('a link', () => {
  it('signs the requesting browser in, once, and leads to the vehicle', async () => {
    const { userId, browser, token } = await asked();
    expect(await browser.read(token)).toEqual({ outcome: 'valid', sameBrowser: true, emailHint: 'd•••••@example.com' });
    expect(await browser.user()).toBeNull();
    expect(await browser.redeem(token)).toEqual({ outcome: 'signed-in', registration });
    expect(await browser.user()).toBe(email);
    expect(await sessionsOf(userId)).toEqual([{ openedBy: 'link', userAgent: 'Firefox/143.0', live: true }]);
    expect(await browser.read(token)).toEqual({ outcome: 'used' });
    expect(await new Browser().redeem(token)).toEqual({ outcome: 'used' });
    expect(await app.data.values('user_roles', 'role', { userId })).toEqual(['user']);
  });

  it('does not belong to the browser elsewhere, but can be redeemed there', async () => {
    const { token } = await asked();
    const other = new Browser();
    expect(await other.read(token)).toMatchObject({ outcome: 'valid', sameBrowser: false });
    await other.signIn({ email: 'nobody@example.com' });
    expect(await other.read(token)).toMatchObject({ outcome: 'valid', sameBrowser: false });
    expect(await other.redeem(token)).toEqual({ outcome: 'signed-in', registration });
    expect(await other.user()).toBe(email);
  });

  it('expires after ten minutes', async () => {
    const { browser, token } = await asked();
    now += 10 * aMinute - 1;
    expect(await browser.read(token)).toMatchObject({ outcome: 'valid' });
    now += 1;
    expect([await browser.read(token), await browser.redeem(token)]).toEqual([
      { outcome: 'expired' },
      { outcome: 'expired' },
    ]);
    expect(await browser.user()).toBeNull();
  });

  it.each<[string, number, string]>([
    ['a minute back', -aMinute, 'signed-in'],
    ['an hour back', -60 * aMinute, 'expired'],
    ['an hour on', 60 * aMinute, 'expired'],
  ])('after a clock that jumped %s is %s', async (_jump, by, outcome) => {
    const { browser, token } = await asked();
    now += by;
    expect(await browser.redeem(token)).toMatchObject({ outcome });
  });

  it.each(['a', 'a'.repeat(43), `${'a'.repeat(42)}'`, '\u0000', "' or 1=1 --", 'é'.repeat(200)])(
    'that never existed has expired: %j',
    async (token) => {
      await asked();
      const browser = new Browser();
      expect([await browser.read(token), await browser.redeem(token)]).toEqual([
        { outcome: 'expired' },
        { outcome: 'expired' },
      ]);
      expect([...browser.cookies]).toEqual([]);
    },
  );

  it.each([{}, { token: '' }, { token: 7 }, { token: 'a'.repeat(201) }, []])('is not %j', async (body) => {
    for (const path of ['/api/auth/link', '/api/auth/link/redeem']) {
      expect(await codeOf(await new Browser().send(path, body))).toEqual([400, 'request-invalid']);
    }
  });

  it('survives mail scanners, which open it', async () => {
    const { browser, token } = await asked();
    for (const path of ['/signin/link', '/api/auth/link', '/api/auth/link/redeem']) {
      for (const method of ['GET', 'HEAD']) await fetch(`${app.url}${path}?token=${token}`, { method });
    }
    const scanner = new Browser();
    for (let time = 0; time < 5; time += 1) expect(await scanner.read(token)).toMatchObject({ outcome: 'valid' });
    expect(await browser.redeem(token)).toMatchObject({ outcome: 'signed-in' });
  });

  it('opens one session when redeemed ten times concurrently', async () => {
    const { userId, token } = await asked();
    const answers = await Promise.all(Array.from({ length: 10 }, () => new Browser().redeem(token)));
    const outcomes = answers.map(({ outcome }) => outcome).toSorted();
    expect(outcomes).toEqual(['signed-in', ...Array.from({ length: 9 }, () => 'used')]);
    expect(await sessionsOf(userId)).toHaveLength(1);
  });

  it('ends the user’s other links, also when they are redeemed concurrently', async () => {
    const { userId, browser, token: first } = await asked();
    await asked({ email: 'other@example.com' });
    const others = await linkOf('other@example.com');
    now += 1_000;
    await browser.signIn();
    const second = await linkOf();
    const twin = await linkOf();
    const answers = await Promise.all([first, second, twin].map((token) => new Browser().redeem(token)));
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['expired', 'expired', 'signed-in']);
    expect(await sessionsOf(userId)).toHaveLength(1);
    expect(await new Browser().redeem(others)).toMatchObject({ outcome: 'signed-in' });
  });

  it('ends requests whose mail is not sent yet', async () => {
    const { browser, token } = await asked();
    now += 1_000;
    await browser.signIn();
    await browser.redeem(token);
    expect(await app.data.count('sign_in_requests')).toBe(1);
  });

  it('replaces the session that the browser had, and no other', async () => {
    const { userId, browser, token } = await asked();
    await browser.redeem(token);
    const before = browser.cookies.get('session');
    const elsewhere = new Browser();
    await elsewhere.signIn();
    await elsewhere.redeem(await linkOf());
    now += 1_000;
    await browser.signIn();
    await browser.redeem(await linkOf());
    expect(browser.cookies.get('session')).not.toBe(before);
    expect((await sessionsOf(userId)).filter(({ live }) => live)).toHaveLength(2);
    expect(await elsewhere.user()).toBe(email);
    const thief = new Browser();
    thief.cookies.set('session', before ?? '');
    expect(await thief.user()).toBeNull();
  });

  it('ends the session of a user who paid with another person’s address', async () => {
    const userId = await addCustomer({ verified: false });
    const payer = new Browser();
    const { token: held, hash } = newSecretToken();
    await app.data.add(
      'sessions',
      { userId, tokenHash: hash, openedBy: 'payment', expiresAt: new Date(noon + 86_400_000) },
      new Date(noon),
    );
    payer.cookies.set('session', held);
    expect(await payer.user()).toBe(email);
    const owner = new Browser();
    await owner.signIn();
    expect(await payer.user()).toBe(email);
    await owner.redeem(await linkOf());
    expect([await payer.user(), await owner.user()]).toEqual([null, email]);
    // The address is verified now, so a second link leaves sessions open.
    const second = new Browser();
    await second.signIn();
    await second.redeem(await linkOf());
    expect(await owner.user()).toBe(email);
    expect(await app.data.values('users', 'emailVerifiedAt')).toEqual([expect.any(Date)]);
  });

  it('grants no staff rights, and adds no role', async () => {
    const { userId, browser, token } = await asked({ roles: ['admin'] });
    await browser.redeem(token);
    expect(await sessionsOf(userId)).toMatchObject([{ openedBy: 'link' }]);
    expect(await app.data.values('user_roles', 'role')).toEqual(['admin']);
  });
});

describe('confirming the address of an account', () => {
  const path = '/api/me/address-confirmation';
  const ask = async (browser: Browser) => (await browser.call('POST', path)).json();

  it('mails a link to a user who has paid but not opened one; the link confirms the address and leads to the account', async () => {
    const userId = await addCustomer({ verified: false });
    const browser = new Browser();
    const { token: held, hash } = newSecretToken();
    await app.data.add(
      'sessions',
      { userId, tokenHash: hash, openedBy: 'payment', expiresAt: new Date(noon + 86_400_000) },
      new Date(noon),
    );
    browser.cookies.set('session', held);
    expect(await ask(browser)).toEqual({ outcome: 'sent' });
    expect(await app.data.all('mails')).toMatchObject([{ template: 'sign-in-link', recipient: email }]);
    const token = await linkOf();
    expect(await browser.read(token)).toMatchObject({ outcome: 'valid', sameBrowser: true });
    expect(await browser.redeem(token)).toEqual({ outcome: 'signed-in', registration: null });
    expect(await browser.user()).toBe(email);
    const profile = await browser.call('GET', '/api/me/profile');
    expect(await profile.json()).toMatchObject({ emailConfirmed: true });
    expect(await ask(browser)).toEqual({ outcome: 'confirmed' });
    expect(await app.data.count('mails')).toBe(1);
  });

  it('is refused for visitors, and shares its limit of mails per address with sign-in', async () => {
    expect((await new Browser().call('POST', path)).status).toBe(401);
    const { userId, browser, token } = await asked();
    await browser.redeem(token);
    await app.data.set('users', { emailVerifiedAt: null }, { id: userId });
    for (let time = 0; time < 6; time += 1) expect(await ask(browser)).toEqual({ outcome: 'sent' });
    expect(await codeOf(await browser.call('POST', path))).toEqual([429, 'sign-in-mails-exceeded']);
  });
});

describe('the sessions of a user', () => {
  const signedIn = async (address = email) => {
    const browser = new Browser();
    await browser.signIn({ email: address });
    await browser.redeem(await linkOf(address));
    now += 1_000;
    return browser;
  };
  const list = async (browser: Browser) =>
    ((await (await browser.call('GET', '/api/sessions')).json()) as { sessions: { id: string; current: boolean }[] })
      .sessions;

  it('are listed with this browser’s first', async () => {
    await addCustomer();
    const first = await signedIn();
    await signedIn();
    const sessions = await list(first);
    expect(sessions).toEqual([
      {
        id: expect.any(String),
        current: true,
        device: 'Firefox',
        openedBy: 'link',
        createdAt: new Date(noon).toISOString(),
        lastSeenAt: new Date(noon).toISOString(),
      },
      expect.objectContaining({ current: false }),
    ]);
  });

  it('update their last use at most every ten minutes', async () => {
    await addCustomer();
    const browser = await signedIn();
    const seen = async () => {
      await browser.user();
      const row = await app.data.one('sessions');
      return new Date(row.lastSeenAt).getTime();
    };
    now = noon + 10 * aMinute - 1;
    expect(await seen()).toBe(noon);
    now += 1;
    expect(await seen()).toBe(now);
  });

  it('end one by one', async () => {
    await addCustomer();
    const [first, second] = [await signedIn(), await signedIn()];
    const [, other] = await list(first);
    const answer = await first.call('DELETE', `/api/sessions/${other?.id ?? ''}`);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect([await first.user(), await second.user()]).toEqual([email, null]);
    const [own] = await list(first);
    expect((await first.call('DELETE', `/api/sessions/${own?.id ?? ''}`)).status).toBe(204);
    expect(first.cookies.has('session')).toBe(false);
  });

  it('that are another user’s, ended or unknown get the same not-found', async () => {
    await addCustomer();
    await addCustomer({ email: 'other@example.com' });
    const [mine, theirs, second] = [await signedIn(), await signedIn('other@example.com'), await signedIn()];
    const [foreign] = await list(theirs);
    const [ended] = await list(second);
    await second.call('DELETE', '/api/session');
    for (const id of [foreign?.id, ended?.id, '00000000-0000-4000-8000-000000000001']) {
      expect(await codeOf(await mine.call('DELETE', `/api/sessions/${id ?? ''}`))).toEqual([404, 'not-found']);
    }
    expect(await theirs.user()).toBe('other@example.com');
  });

  it('end in this browser by signing out, also when there is none', async () => {
    await addCustomer();
    const [here, there] = [await signedIn(), await signedIn()];
    const held = here.cookies.get('session') ?? '';
    expect((await here.call('DELETE', '/api/session')).status).toBe(204);
    expect(here.cookies.has('session')).toBe(false);
    expect((await here.call('DELETE', '/api/session')).status).toBe(204);
    const thief = new Browser();
    thief.cookies.set('session', held);
    expect([await thief.user(), await there.user()]).toEqual([null, email]);
  });

  it('of the user end everywhere, those of other users continue', async () => {
    await addCustomer();
    await addCustomer({ email: 'other@example.com' });
    const [here, there, theirs] = [await signedIn(), await signedIn(), await signedIn('other@example.com')];
    expect((await here.call('DELETE', '/api/sessions')).status).toBe(204);
    expect([await here.user(), await there.user(), await theirs.user()]).toEqual([null, null, 'other@example.com']);
    expect(here.cookies.has('session')).toBe(false);
  });
});
