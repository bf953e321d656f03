import type { JobName } from '@ve/contracts/jobs';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { issueCancellationCode } from '@ve/app/membership/cancellation/cancellation-codes';
import { hasMembershipRecordsOfEmail } from '@ve/data/membership/cancellation-request/subscription-search.repository';
import { requestTestFullCheck } from '@ve/data/testing/full-checks';
import { aboveCondition } from '@ve/data/testing/test-rows';
import {
  addMembershipCharge,
  postWithoutBodyFromOwnPage,
  createTestMember,
  type TestMember,
  type TestMembershipOptions,
} from '../../testing/members.ts';
import { createTestSession } from '../../testing/sessions.ts';
import { isBackgroundStatement, openSqlStatementLog } from '../../testing/statement-log.ts';
import { postFromOwnPage, startTestApp, type TestApp } from '../../testing/test-app.ts';

const aMinute = 60_000;
const aDay = 86_400_000;
const noon = Date.now();

let app: TestApp;
let now = noon;
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '1' }, () => new Date(now));
});
beforeEach(async () => {
  now = noon;
  await app.empty('outbox', 'mails', 'cancellation_codes', 'cancellation_requests', 'token_buckets');
});
afterAll(() => app.close());

const days = (count: number) => new Date(noon + count * aDay);
const none = { kind: 'none', pence: 0 };
const empty = {
  outcome: 'answer',
  cancellation_request: null,
  refunded_payment_found: false,
  refunded_payment_info: null,
  canceled_subscription_found: false,
  canceled_subscription_info: null,
  payment_intents_found: false,
  subscriptions: [],
};
type Answer = Record<string, unknown> & { outcome: string };

/** A browser with its own cookies and network address. */
class Browser {
  static #made = 0;
  readonly cookies = new Map<string, string>();
  readonly #address: string;

  /** By default in a network that all browsers share. */
  constructor({ cookie, address }: { cookie?: string; address?: string } = {}) {
    Browser.#made += 1;
    this.#address = address ?? `10.9.0.${String(Browser.#made & 255)}`;
    if (cookie !== undefined) this.#keep(cookie);
  }

  async send(path: string, body: unknown, to = app): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { 'x-forwarded-for': this.#address, ...(cookie === '' ? {} : { cookie }) };
    const answer = await postFromOwnPage(`${to.url}${path}`, body, headers);
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    return answer;
  }

  async #outcome(path: string, body: unknown): Promise<Answer> {
    const answer = await this.send(path, body);
    expect(answer.status).toBe(200);
    return (await answer.json()) as Answer;
  }

  search = (email: string, code?: string) => this.#outcome('/api/search-subscription', { email, code });
  request = (email: string, more: object = {}) => this.#outcome('/api/request-cancellation', { email, ...more });

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    this.cookies.set(name, value);
  }
}

const paid: TestMembershipOptions = {
  status: 'active',
  creditsUsed: 0,
  currentPeriodEnd: days(20),
  creditedPeriodEnd: days(20),
};
/** A membership too old for any refund. */
const settled = async (given: TestMembershipOptions = paid): Promise<TestMember> => {
  const member = await createTestMember(app, given);
  await addMembershipCharge(app, member, { paidAt: days(-40), periodEnd: days(20) });
  return member;
};

/** Acts as the worker: returns the code in the mail of the latest search for an address; null when none was mailed. */
async function mailedCode(email: string): Promise<string | null> {
  const searches = await app.data.all('cancellation_codes', { email }, 'id');
  const [latest] = searches.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  if (!latest || !(await hasMembershipRecordsOfEmail(app.em(), email))) return null;
  return issueCancellationCode(app.em(), latest.id);
}

const codeFor = async (email: string): Promise<string> => {
  const code = await mailedCode(email);
  if (code === null) throw new Error(`no code was mailed to ${email}`);
  return code;
};
/** A code that differs from this one. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** A browser that has entered the code of an address. */
async function granted(email: string): Promise<Browser> {
  const browser = new Browser();
  await browser.search(email);
  expect(await browser.search(email, await codeFor(email))).toMatchObject({ outcome: 'answer' });
  return browser;
}

const jobs = (name: JobName) => app.data.all('outbox', { jobName: name });
const requests = (member: TestMember) => app.data.all('cancellation_requests', { userId: member.userId });
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

describe('a search without proof of the address', () => {
  it('is answered and mailed equally for known and unknown addresses, by ids only', async () => {
    const { email } = await settled();
    for (const address of [email, 'nobody@example.com']) {
      const answer = await new Browser().send('/api/search-subscription', { email: address });
      expect([answer.status, await answer.text(), answer.headers.getSetCookie()]).toEqual([
        200,
        '{"outcome":"code-sent"}',
        [expect.stringMatching(/^ve-browser=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/)],
      ]);
    }
    for (const recipient of [email, 'nobody@example.com']) {
      const search = await app.data.one('cancellation_codes', { email: recipient });
      const mail = await app.data.one('mails', { recipient });
      expect(mail).toMatchObject({ template: 'cancellation-code', subjectId: search.id });
      expect(await app.data.values('outbox', 'payload')).toContainEqual({
        mailId: mail.id,
        correlationId: expect.stringMatching(/^[^@]+$/) as unknown,
      });
    }
    expect([await app.data.count('mails'), await app.data.count('outbox')]).toEqual([2, 2]);
  });

  it('costs the same statements and the same job, regardless of the address’s owner', async () => {
    const log = await openSqlStatementLog(app.databaseUrl);
    const second = await startTestApp({ DATABASE_URL: log.url, TRUST_PROXY: '1' }, () => new Date(now), {
      sharing: { ...app, databaseUrl: log.url },
    });
    try {
      const { email } = await settled();
      const search = async (address: string, code?: string) => {
        await new Browser().send('/api/search-subscription', { email: address, code }, second);
        return log.take().filter((statement) => !isBackgroundStatement(statement));
      };
      await search('first@example.com');
      const [known, unknown] = [await search(email), await search('nobody@example.com')];
      expect(known).toEqual(unknown);
      expect(known.join('\n')).toContain('cancellation_codes');
      expect(known.join('\n')).not.toMatch(/subscriptions|payments|users|cancellation_requests/);
      await search('first@example.com', '123456');
      const right = await codeFor(email);
      const [guessed, none] = [await search(email, wrong(right)), await search('nobody@example.com', '123456')];
      expect(guessed).toEqual(none);
      expect(guessed.join('\n')).toContain('guesses');
      const queued = await app.data.all('outbox');
      expect(queued).toHaveLength(3);
      const kinds = queued.map(({ jobName, payload }) => [jobName, ...Object.keys(payload).toSorted()].join(' '));
      expect(new Set(kinds).size).toBe(1);
    } finally {
      await second.close();
      log.close();
    }
  });

  it('reports a failure when the database is lost, never that nothing exists', async () => {
    const log = await openSqlStatementLog(app.databaseUrl);
    const second = await startTestApp({ TRUST_PROXY: '1' }, () => new Date(now), {
      sharing: { ...app, databaseUrl: log.url },
    });
    log.close();
    const browser = new Browser();
    for (const path of ['/api/search-subscription', '/api/request-cancellation']) {
      browser.cookies.set('ve-cancellation', 'a'.repeat(43));
      expect(await codeOf(await browser.send(path, { email: 'a@example.com' }, second))).toEqual([
        503,
        'service-unavailable',
      ]);
    }
    await second.close();
  });

  it('is limited by address, whether or not it is known, and by client', async () => {
    const { email } = await settled();
    for (const address of [email, 'nobody@example.com']) {
      for (let time = 0; time < 4; time += 1)
        expect(await new Browser().search(address)).toEqual({ outcome: 'code-sent' });
      const refused = await new Browser().send('/api/search-subscription', { email: address });
      expect(await codeOf(refused)).toEqual([429, 'too-many-requests']);
    }
    expect(await jobs('mails.send')).toHaveLength(8);
    const browser = new Browser();
    for (let time = 0; time < 30; time += 1) await browser.search(`driver${String(time)}@example.com`, '000000');
    const refused = await browser.send('/api/search-subscription', { email: 'last@example.com' });
    expect(await codeOf(refused)).toEqual([429, 'too-many-requests']);
  });

  it('keeps a share for every network when others have used up the codes of an address, and bounds the shares together', async () => {
    const { email } = await settled();
    for (let time = 0; time < 4; time += 1) await new Browser().search(email);
    for (let network = 1; network <= 5; network += 1) {
      const elsewhere = new Browser({ address: `203.0.${String(network)}.9` });
      expect(await elsewhere.search(email)).toEqual({ outcome: 'code-sent' });
    }
    const last = new Browser({ address: '198.51.100.9' });
    expect((await last.send('/api/search-subscription', { email })).status).toBe(429);
    expect(await jobs('mails.send')).toHaveLength(9);
  });

  it.each([
    '',
    'driver',
    'driver@example',
    "driver@example.com' or 1=1 --",
    'driver@example.com\nBcc: all@example.com',
    `${'a'.repeat(500)}@example.com`,
    'dri\u0000ver@example.com',
    ['driver@example.com'],
    null,
  ])('is refused without a valid address: %j', async (email) => {
    for (const path of ['/api/search-subscription', '/api/request-cancellation']) {
      expect(await codeOf(await new Browser().send(path, { email }))).toEqual([400, 'request-invalid']);
    }
    expect(await app.data.all('cancellation_codes')).toEqual([]);
  });
});

describe('a code', () => {
  it('opens what belongs to the address, and its browser needs no other code for half an hour', async () => {
    const { email } = await settled();
    const browser = new Browser();
    await browser.search(email);
    const code = await codeFor(email);
    const answer = await browser.send('/api/search-subscription', { email, code });
    expect(answer.headers.getSetCookie().slice(1)).toEqual([
      expect.stringMatching(/^ve-cancellation=[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const found = {
      ...empty,
      payment_intents_found: true,
      subscriptions: [
        {
          registration_number: 'AB12CDE',
          state: 'active',
          endsAt: days(20).toISOString(),
          endsImmediately: false,
          refund: none,
          agreed: { pence: 890, fullCheckPence: 500 },
          monthlyPence: 890,
        },
      ],
    };
    expect(await answer.json()).toEqual(found);
    now += 30 * aMinute - 1;
    expect(await browser.search(email)).toEqual(found);
    now += 1;
    expect(await browser.search(email)).toEqual({ outcome: 'code-sent' });
    expect(await browser.request(email)).toEqual({ outcome: 'code-needed' });
  });

  it('works in another browser than the requesting one, in other letter case, with spaces', async () => {
    const { email } = await settled();
    await new Browser().search(` ${email.toUpperCase()} `);
    const code = await codeFor(email);
    const other = new Browser();
    expect(await other.search(email.toUpperCase(), ` ${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({
      outcome: 'answer',
      subscriptions: [expect.anything()],
    });
    expect(await other.request(email.toUpperCase())).toMatchObject({ outcome: 'cancelled' });
  });

  it('of every requested mail works, once each', async () => {
    const { email } = await settled();
    const browser = new Browser();
    await browser.search(email);
    const first = await codeFor(email);
    now += 1_000;
    await browser.search(email);
    const second = await codeFor(email);
    for (const code of [second, first]) {
      expect(await new Browser().search(email, code)).toMatchObject({ outcome: 'answer' });
      expect(await new Browser().search(email, code)).toEqual({ outcome: 'code-refused' });
    }
  });

  it('entered twice concurrently opens once', async () => {
    const { email } = await settled();
    await new Browser().search(email);
    const code = await codeFor(email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => new Browser().search(email, code)));
    expect(answers.filter(({ outcome }) => outcome === 'answer')).toHaveLength(1);
    expect(answers.filter(({ outcome }) => outcome === 'code-refused')).toHaveLength(9);
  });

  it('is the same when its mail is rendered again', async () => {
    const { email } = await settled();
    await new Browser().search(email);
    expect(await codeFor(email)).toBe(await codeFor(email));
    expect(await app.data.all('cancellation_codes', { codeHash: await codeFor(email) })).toEqual([]);
  });

  it('is refused after ten minutes', async () => {
    const { email } = await settled();
    await new Browser().search(email);
    const code = await codeFor(email);
    now += 10 * aMinute;
    expect(await new Browser().search(email, code)).toEqual({ outcome: 'code-refused' });
    now -= 1;
    expect(await new Browser().search(email, code)).toMatchObject({ outcome: 'answer' });
  });

  it('is refused after five wrong guesses, which count for every code of the address', async () => {
    const { email } = await settled();
    const other = await settled();
    await new Browser().search(other.email);
    const browser = new Browser();
    await browser.search(email);
    const first = await codeFor(email);
    now += 1_000;
    await browser.search(email);
    const code = await codeFor(email);
    const guess = [0, 1, 2, 3, 4, 5, 6]
      .map((digit) => String(digit).repeat(6))
      .filter((each) => each !== first && each !== code);
    for (const each of guess.slice(0, 4)) {
      expect(await browser.search(email, each)).toEqual({ outcome: 'code-refused' });
    }
    const opened = new Browser({ cookie: `ve-browser=${browser.cookies.get('ve-browser') ?? ''}` });
    expect(await opened.search(email, first)).toMatchObject({ outcome: 'answer' });
    expect(await browser.search(email, guess[4])).toEqual({ outcome: 'code-refused' });
    expect(await browser.search(email, code)).toEqual({ outcome: 'code-refused' });
    expect(await new Browser().search(other.email, await codeFor(other.email))).toMatchObject({ outcome: 'answer' });
  });

  it('still works for the requesting browser, regardless of others’ guesses; in theirs it is refused', async () => {
    const { email } = await settled();
    const browser = new Browser();
    await browser.search(email);
    const code = await codeFor(email);
    for (let time = 0; time < 12; time += 1) {
      expect(await new Browser().search(email, wrong(code))).toEqual({ outcome: 'code-refused' });
    }
    expect(await new Browser().search(email, code)).toEqual({ outcome: 'code-refused' });
    expect(await browser.search(email, code)).toMatchObject({ outcome: 'answer' });
    expect(await browser.request(email)).toMatchObject({ outcome: 'cancelled' });
  });

  it('guessed many times concurrently is not found', async () => {
    const { email } = await settled();
    const browser = new Browser();
    await browser.search(email);
    const code = await codeFor(email);
    const guesses = [browser, new Browser()].flatMap((each) =>
      Array.from({ length: 10 }, () => each.search(email, wrong(code))),
    );
    await Promise.all(guesses);
    expect(await app.data.all('cancellation_codes')).toMatchObject([{ wrongGuesses: 5, otherBrowserWrongGuesses: 3 }]);
    for (const each of [browser, new Browser()]) {
      expect(await each.search(email, code)).toEqual({ outcome: 'code-refused' });
    }
  });

  it('of one address opens no other', async () => {
    const { email } = await settled();
    const other = await settled();
    const browser = new Browser();
    await browser.search(email);
    await browser.search(other.email);
    await codeFor(other.email);
    expect(await browser.search(other.email, await codeFor(email))).toEqual({ outcome: 'code-refused' });
  });

  it.each(['12345', '1234567', '12345a', '١٢٣٤٥٦', '', '      ', '1'.repeat(21), 123456, null])(
    '%j is not one',
    async (code) => {
      const answer = await new Browser().send('/api/search-subscription', { email: 'a@example.com', code });
      expect(await codeOf(answer)).toEqual([400, 'request-invalid']);
    },
  );

  it('is not mailed to an address without any records', async () => {
    await createTestSession(app, { email: 'member-of-nothing@example.com' });
    for (const email of ['nobody@example.com', 'member-of-nothing@example.com']) {
      await new Browser().search(email);
      expect(await mailedCode(email)).toBeNull();
    }
  });
});

describe('who may see and cancel', () => {
  it('a user signed in with the address, without a code', async () => {
    const member = await settled();
    const browser = new Browser({ cookie: member.headers.cookie });
    expect(await browser.search(member.email.toUpperCase())).toMatchObject({ outcome: 'answer' });
    expect(await jobs('mails.send')).toEqual([]);
    expect(await browser.request(member.email)).toMatchObject({ outcome: 'cancelled' });
  });

  it('not a user who is signed in with another address, or has the grant of another', async () => {
    const member = await settled();
    const other = await settled();
    for (const browser of [new Browser({ cookie: other.headers.cookie }), await granted(other.email), new Browser()]) {
      expect(await browser.search(member.email)).toEqual({ outcome: 'code-sent' });
      expect(await browser.request(member.email)).toEqual({ outcome: 'code-needed' });
    }
    expect(await requests(member)).toEqual([]);
    expect(await jobs('subscriptions.cancel')).toEqual([]);
  });

  it.each(['a'.repeat(43), 'short', "' or 1=1 --"])('not a browser with a made-up grant: %s', async (grant) => {
    const { email } = await settled();
    const browser = new Browser();
    browser.cookies.set('ve-cancellation', grant);
    expect(await browser.request(email)).toEqual({ outcome: 'code-needed' });
    expect(await browser.search(email)).toEqual({ outcome: 'code-sent' });
  });

  it('not a page of another site', async () => {
    const member = await settled();
    const browser = await granted(member.email);
    const cookie = `ve-cancellation=${browser.cookies.get('ve-cancellation') ?? ''}`;
    const answer = await fetch(`${app.url}/api/request-cancellation`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'cross-site', ...firstPartyHeaders },
      body: JSON.stringify({ email: member.email }),
    });
    expect(await codeOf(answer)).toEqual([403, 'origin-refused']);
    expect(await requests(member)).toEqual([]);
  });
});

describe('requesting the cancellation', () => {
  it('records the refund, ends the membership immediately and queues the job', async () => {
    const member = await createTestMember(app, paid);
    await addMembershipCharge(app, member, { paidAt: days(-10), periodEnd: days(20) });
    const browser = await granted(member.email);
    const refund = { kind: 'full', pence: 890 };
    expect(await browser.search(member.email)).toMatchObject({
      subscriptions: [{ state: 'active', endsAt: new Date(now).toISOString(), refund }],
    });
    const summary = {
      registration_number: 'AB12CDE',
      requestedAt: new Date(now).toISOString(),
      endsAt: new Date(now).toISOString(),
      ended: true,
      refund,
      canWithdraw: false,
      monthlyPence: 890,
    };
    expect(await browser.request(member.email)).toEqual({
      outcome: 'cancelled',
      summary,
      answerToken: expect.stringMatching(/^[\w-]{43}$/) as unknown,
    });
    expect(await requests(member)).toMatchObject([{ origin: 'page', refundPence: 890, cancellationReason: null }]);
    expect(await browser.search(member.email)).toMatchObject({ cancellation_request: summary, subscriptions: [] });
  });

  it('twenty times concurrently, in tabs and in the account, cancels once', async () => {
    const member = await settled();
    const [browser, signedIn] = [await granted(member.email), new Browser({ cookie: member.headers.cookie })];
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, time) => {
        if (time % 3 === 0) {
          return (
            await postWithoutBodyFromOwnPage(`${app.url}/api/subscription/cancel`, member.headers)
          ).json() as Promise<Answer>;
        }
        return (time % 3 === 1 ? browser : signedIn).request(member.email);
      }),
    );
    answers.push(await browser.request(member.email));
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['cancelled']));
    expect(new Set(answers.map(({ summary }) => JSON.stringify(summary))).size).toBe(1);
    expect(answers.filter(({ answerToken }) => answerToken !== null)).toHaveLength(1);
    expect(await requests(member)).toHaveLength(1);
    expect(await jobs('subscriptions.cancel')).toHaveLength(1);
  });

  it('trusts no payments that the browser sends', async () => {
    const member = await settled();
    const browser = await granted(member.email);
    const allPayments = [{ id: 'pi_1', amount: 99_999, customer: 'cus_other' }];
    const selectedPayment = { ...allPayments[0], email: "'; drop table payments; --" };
    expect(await browser.request(member.email, { allPayments, selectedPayment, refund: 99_999 })).toMatchObject({
      outcome: 'cancelled',
      summary: { refund: none },
    });
    const huge = await browser.send('/api/request-cancellation', {
      email: member.email,
      allPayments: 'x'.repeat(70_000),
    });
    expect(await codeOf(huge)).toEqual([413, 'request-too-large']);
  });

  it('while the check runs refunds what is left after its use', async () => {
    const member = await createTestMember(app, paid);
    await addMembershipCharge(app, member, { pence: 900, paidAt: days(-10), periodEnd: days(20) });
    await requestTestFullCheck(app.em(), member, { registration: 'AB12CDE', now: new Date(now) });
    const browser = await granted(member.email);
    expect(await browser.search(member.email)).toMatchObject({
      subscriptions: [{ refund: { kind: 'pro-rata', pence: 267, daysLeft: 20, fullCheckPence: 500 } }],
    });
    expect(await browser.request(member.email)).toMatchObject({
      summary: { refund: { kind: 'pro-rata', pence: 267 }, canWithdraw: false },
    });
  });

  it('finds nothing to cancel once the account is deleted, or without a membership', async () => {
    const member = await settled();
    const browser = await granted(member.email);
    for (const table of ['payments', 'subscriptions', 'customers'] as const) {
      await app.data.remove(table, { userId: member.userId });
    }
    await app.data.remove('users', { id: member.userId });
    expect(await browser.request(member.email)).toEqual({ outcome: 'none' });
    expect(await browser.search(member.email)).toEqual(empty);
    const otherUser = new Browser({
      cookie: `session=${await createTestSession(app, { email: 'no-member@example.com' })}`,
    });
    expect(await otherUser.request('no-member@example.com')).toEqual({ outcome: 'none' });
  });

  it('asks why, once', async () => {
    const member = await settled();
    const browser = await granted(member.email);
    const { answerToken } = await browser.request(member.email);
    const say = (token: unknown, answer: unknown) => new Browser().send('/api/cancellation-answer', { token, answer });
    for (const token of ['a'.repeat(43), 'short', answerToken, answerToken]) {
      const response = await say(token, token === answerToken ? 'Sold the car' : 'Nonsense');
      expect([response.status, await response.text()]).toEqual([204, '']);
      if (token === answerToken) await say(token, 'Too late');
    }
    expect(await requests(member)).toMatchObject([{ cancellationReason: 'Sold the car' }]);
    for (const answer of ['', ' ', 'x'.repeat(501), 5]) {
      expect(await codeOf(await say(answerToken, answer))).toEqual([400, 'request-invalid']);
    }
  });
});

describe('the search result', () => {
  it('of a cancelled membership: the request, and whether it can be undone', async () => {
    const member = await settled();
    await postWithoutBodyFromOwnPage(`${app.url}/api/subscription/cancel`, member.headers);
    const browser = new Browser({ cookie: member.headers.cookie });
    expect(await browser.search(member.email)).toEqual({
      ...empty,
      cancellation_request: {
        registration_number: 'AB12CDE',
        requestedAt: new Date(now).toISOString(),
        endsAt: days(20).toISOString(),
        ended: false,
        refund: none,
        canWithdraw: true,
        monthlyPence: 890,
      },
      canceled_subscription_found: true,
      canceled_subscription_info: {
        id: member.stripeSubscriptionId,
        canceled_at: Math.floor(now / 1_000),
        registration_number: 'AB12CDE',
        amount: 890,
        currency: 'gbp',
      },
      payment_intents_found: true,
    });
  });

  it('of an undone cancellation: the running membership', async () => {
    const member = await settled();
    await postWithoutBodyFromOwnPage(`${app.url}/api/subscription/cancel`, member.headers);
    await postWithoutBodyFromOwnPage(`${app.url}/api/subscription/withdraw-cancellation`, member.headers);
    expect(await new Browser({ cookie: member.headers.cookie }).search(member.email)).toMatchObject({
      cancellation_request: null,
      canceled_subscription_found: false,
      subscriptions: [{ state: 'active', endsAt: days(20).toISOString() }],
    });
  });

  it('of a membership cancelled in Stripe’s dashboard: when, which and its last charge', async () => {
    const member = await settled();
    await app.data.set(
      'subscriptions',
      { status: 'canceled', endsAt: days(-1), registrationNumber: null },
      { id: member.subscriptionId },
    );
    expect(await new Browser({ cookie: member.headers.cookie }).search(member.email)).toEqual({
      ...empty,
      canceled_subscription_found: true,
      canceled_subscription_info: {
        id: member.stripeSubscriptionId,
        canceled_at: Math.floor(days(-1).getTime() / 1_000),
        registration_number: 'N/A',
        amount: 890,
        currency: 'gbp',
      },
      payment_intents_found: true,
    });
  });

  it('of a refunded payment: how much, of which vehicle', async () => {
    const member = await createTestMember(app, { ...paid, status: 'canceled' });
    await addMembershipCharge(app, member, { refundedPence: 890, paidAt: days(-40), periodEnd: days(20) });
    await app.data.set('payments', { refundedAt: days(-3) }, { refundedPence: aboveCondition(0) });
    expect(await new Browser({ cookie: member.headers.cookie }).search(member.email)).toMatchObject({
      cancellation_request: null,
      refunded_payment_found: true,
      refunded_payment_info: {
        registration_number: 'AB12CDE',
        amount: 890,
        currency: 'gbp',
        refunded_at: Math.floor(days(-3).getTime() / 1_000),
      },
    });
  });

  it('of payments without a membership: that some exist', async () => {
    const cookie = `session=${await createTestSession(app, { email: 'payer@example.com' })}`;
    const user = await app.data.one('users', { email: 'payer@example.com' });
    const payer = { userId: user.id, stripeSubscriptionId: 'sub_gone' };
    await addMembershipCharge(app, payer, { paidAt: days(-40), periodEnd: days(-10) });
    expect(await new Browser({ cookie }).search('payer@example.com')).toEqual({
      ...empty,
      payment_intents_found: true,
    });
  });

  it('of a member who has joined again: the running membership, and nothing of the earlier one', async () => {
    const member = await settled();
    await postWithoutBodyFromOwnPage(`${app.url}/api/subscription/cancel`, member.headers);
    await addMembershipCharge(app, member, { refundedPence: 890, paidAt: days(-70), periodEnd: days(-41) });
    await app.data.set(
      'subscriptions',
      { stripeSubscriptionId: 'sub_again', cancelRequestedAt: null, endsAt: null },
      { id: member.subscriptionId },
    );
    const browser = await granted(member.email);
    expect(await browser.search(member.email)).toEqual({
      ...empty,
      payment_intents_found: true,
      subscriptions: [
        {
          registration_number: 'AB12CDE',
          state: 'active',
          endsAt: days(20).toISOString(),
          endsImmediately: false,
          refund: none,
          agreed: { pence: 890, fullCheckPence: 0 },
          monthlyPence: 890,
        },
      ],
    });
    expect(await browser.request(member.email)).toMatchObject({ outcome: 'cancelled' });
    expect(await requests(member)).toHaveLength(2);
    expect(await browser.search(member.email)).toMatchObject({
      cancellation_request: { requestedAt: new Date(now).toISOString() },
      subscriptions: [],
    });
  });

  it('of a trial: that it ends immediately without a refund', async () => {
    const member = await createTestMember(app);
    expect(await new Browser({ cookie: member.headers.cookie }).search(member.email)).toMatchObject({
      subscriptions: [{ state: 'trial', endsAt: new Date(now).toISOString(), refund: none }],
    });
  });

  it('never reveals other data', async () => {
    const member = await settled();
    const answer = await (await granted(member.email)).send('/api/search-subscription', { email: member.email });
    expect(await answer.text()).not.toMatch(/debug|@|cus_|pi_|"id"/);
  });
});
