import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { secretTokenHash } from '@ve/app/kernel/secret-token';
import { finishTestVehicleFetch, requestTestVehicleFetch } from '@ve/data/testing/vehicle-fetches';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkoutFormFixture } from '../testing/checkout-form-fixture.ts';
import { createTestMember, type TestMember } from '../testing/members.ts';
import { startStripeSandbox } from '../testing/stripe-sandbox.ts';
import { postFromOwnPage, startTestApp, type TestApp } from '../testing/test-app.ts';

/** How each limit is counted, and why another client that exhausts it does the owner no harm. */
const limits: Record<string, { by: 'client' | 'account' | 'session' | 'address' | 'payment'; harmless: string }> = {
  'sign-in': { by: 'client', harmless: 'of one network address' },
  checkout: { by: 'client', harmless: 'of one network address' },
  payment: { by: 'client', harmless: 'of one network address' },
  'cancellation-search': { by: 'client', harmless: 'of one network address' },
  contact: { by: 'client', harmless: 'of one network address' },
  disputes: { by: 'client', harmless: 'of one network address' },
  newsletter: { by: 'client', harmless: 'of one network address' },
  'answer-mail': { by: 'client', harmless: 'of one network address' },
  'data-requests': { by: 'client', harmless: 'of one network address' },
  addresses: { by: 'client', harmless: 'of one network address' },
  'staff-sign-in': { by: 'client', harmless: 'of one network address; a known browser does not count there' },
  'staff-link': { by: 'client', harmless: 'of one network address; a known browser does not count there' },
  'break-glass': { by: 'client', harmless: 'of the machine itself, never in production' },

  'payment-declines': { by: 'payment', harmless: 'filled by refused cards alone; open again within a minute' },

  'account-deletion': { by: 'account', harmless: 'only its own session counts' },
  'data-export': { by: 'account', harmless: 'only its own session, or support, counts' },
  'report-pdf': { by: 'account', harmless: 'only its own session counts' },
  'email-change': { by: 'account', harmless: 'only its own session counts' },
  profile: { by: 'account', harmless: 'only its own session counts' },
  card: { by: 'account', harmless: 'only its own session counts' },
  'card-question': { by: 'account', harmless: 'only its own session counts' },
  upgrade: { by: 'account', harmless: 'only its own session counts' },
  'phone-code': { by: 'account', harmless: 'only its own session counts' },
  'ready-mail': { by: 'account', harmless: 'only its own session counts' },
  'watch-postcode': { by: 'account', harmless: 'only its own session counts' },
  'staff-proof': { by: 'session', harmless: 'nobody else has that session' },

  'sign-in-address': { by: 'address', harmless: 'each network keeps three attempts an hour' },
  'sign-in-mail': { by: 'address', harmless: 'each network keeps two mails an hour' },
  'checkout-address': { by: 'address', harmless: 'each network keeps an hour’s sign-ups' },
  'payment-address': { by: 'address', harmless: 'each network keeps five attempts an hour' },
  'cancellation-code': { by: 'address', harmless: 'each network keeps a code an hour; guesses of others cost none' },
  'email-change-address': { by: 'address', harmless: 'each network keeps a mail an hour' },
  'contact-address': { by: 'address', harmless: 'each network keeps two messages a day' },
  'disputes-address': { by: 'address', harmless: 'each network keeps two messages a day' },
  'newsletter-confirm-address': { by: 'address', harmless: 'each network keeps a mail a day; links work for 7 days' },
  'answer-mail-address': { by: 'address', harmless: 'each network keeps a mail a day' },
  'data-request-link-address': { by: 'address', harmless: 'each network keeps a mail a day' },
  'staff-password': { by: 'address', harmless: 'known browsers have their own; each network keeps three an hour' },
  'staff-code': { by: 'account', harmless: 'known browsers have their own; each network keeps three an hour' },
  'staff-link-address': { by: 'address', harmless: 'known browsers have their own; each network keeps one an hour' },
};

let app: TestApp;
let stripe: Awaited<ReturnType<typeof startStripeSandbox>>;
beforeAll(async () => {
  stripe = await startStripeSandbox();
  app = await startTestApp({ TRUST_PROXY: '1', ...stripe.env });
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

it('every limit counted in the database is listed with the reason why another client that exhausts it does no harm', () => {
  const folders = ['..', '../../../libs/app/src', '../../../libs/domain/src'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const code = folders.flatMap((folder) =>
    globSync('**/*.ts', { cwd: folder, exclude: ['testing/**', '**/*.test.ts'] }).map((file) =>
      readFileSync(join(folder, file), 'utf8'),
    ),
  );
  const counted = code.filter((text) =>
    /\b(?:consume|tryConsume)(?:Client|Subject)Limit|\btryConsumeNetworkShare|\bconsumeTokens?\b|\bperHour:/.test(text),
  );
  const names = counted.flatMap((text) => [
    ...[...text.matchAll(/\bname: '([a-z-]+)'[^}]*?\b(?:perHour|perNetwork|open)\b/gs)].map(([, name]) => name ?? ''),
    ...[...text.matchAll(/\bkey: '([a-z-]+)', capacity/g)].map(([, name]) => name ?? ''),
    ...[...text.matchAll(/\bkey: `([a-z-]+?)(?:-\$\{index \+ 1\})?:\$\{/g)].map(([, name]) => name ?? ''),
  ]);
  // These limits are named after the e-mail template.
  const mails = code.flatMap((text) =>
    text.includes('mails.request(context')
      ? [...text.matchAll(/template: '([a-z-]+)'/g)].map(([, name]) => `${name ?? ''}-address`)
      : [],
  );
  expect([...new Set([...names, ...mails])].toSorted()).toEqual(Object.keys(limits).toSorted());
});

const victim = 'victim@example.com';
const browserToken = 'b'.repeat(43);
const ofBrowser = { cookie: `ve-browser=${browserToken}` };
let payments = 0;
let unanswered = 100;
const client = (n: number) => `198.51.100.${String(1 + (n % 250))}`;
const of = (address: string) => ({ 'x-forwarded-for': address });

/**
 * Per limit of an address: an action that any client can cause for another user's address, returning whether it was
 * carried out.
 */
const calls: Record<string, (headers: Record<string, string>, member: TestMember) => Promise<boolean>> = {
  'sign-in-address': async (headers) =>
    (await postFromOwnPage(`${app.url}/api/auth/sign-in`, { email: victim, registration: 'FN15FNC' }, headers))
      .status === 200,
  'sign-in-mail': async (headers, { email }) =>
    (await postFromOwnPage(`${app.url}/api/auth/sign-in`, { email, registration: 'AB12CDE' }, headers)).status === 200,
  'checkout-address': async (headers) =>
    (
      await postFromOwnPage(`${app.url}/api/create-checkout`, checkoutFormFixture({ email: victim }), {
        ...headers,
        ...ofBrowser,
      })
    ).status === 200,
  'payment-address': async (headers) => {
    const paymentIntentId = `pi_${String((payments += 1))}`;
    await app.data.add('sign_ups', {
      email: victim,
      address: '1 High Street',
      browserHash: secretTokenHash(browserToken)!,
      stripePaymentIntentId: paymentIntentId,
    });
    const { customerData } = checkoutFormFixture();
    const body = {
      paymentIntentId,
      confirmationToken: 'ctoken_1',
      customerData: { ...customerData, stripeCustomerId: 'cus_1' },
    };
    return (await postFromOwnPage(`${app.url}/api/confirm-payment`, body, { ...headers, ...ofBrowser })).status !== 429;
  },
  'cancellation-code': async (headers) =>
    (await postFromOwnPage(`${app.url}/api/search-subscription`, { email: victim }, headers)).status === 200,
  'email-change-address': async (headers) => {
    const { headers: own } = await createTestMember(app);
    return (
      (await postFromOwnPage(`${app.url}/api/me/email-change`, { email: victim }, { ...headers, ...own })).status ===
      200
    );
  },
  'contact-address': async (headers) => {
    const message = { name: 'Dana', email: victim, message: 'Is it mine?', registration: 'AB12 CDE' };
    return (await postFromOwnPage(`${app.url}/api/contact`, message, headers)).status === 202;
  },
  'disputes-address': async (headers) => {
    const dispute = {
      registration: 'AB12 CDE',
      section: 'mot',
      datum: 'Mileage',
      value: '1',
      source: 'DVSA',
      at: '2026-11-21T10:00:00.000Z',
      message: 'It is not so',
      email: victim,
    };
    return (await postFromOwnPage(`${app.url}/api/disputes`, dispute, headers)).status === 202;
  },
  'answer-mail-address': async (headers) => {
    const registration = `ABC${String((unanswered += 1))}`;
    const { id } = await requestTestVehicleFetch(app.em(), { registration, now: new Date() });
    await finishTestVehicleFetch(app.em(), id, { outcome: 'unavailable', now: new Date() });
    await postFromOwnPage(`${app.url}/api/vehicles/${registration}/answer-mail`, { email: victim }, headers);
    return (await app.data.count('report_ready_mails', { registrationNumber: registration })) > 0;
  },
  'newsletter-confirm-address': (headers) => isMailed('/api/newsletter', 'newsletter-confirm', headers),
  'data-request-link-address': (headers) => isMailed('/api/data-requests', 'data-request-link', headers),
  'staff-password': async (headers) => {
    const given = { email: victim, password: 'wrong wrong wrong' };
    return (await postFromOwnPage(`${app.url}/api/admin/sign-in`, given, headers)).status === 200;
  },
  'staff-link-address': async (headers) =>
    (await postFromOwnPage(`${app.url}/api/admin/password-link`, { email: victim }, headers)).status === 200,
};

async function isMailed(path: string, template: string, headers: Record<string, string>): Promise<boolean> {
  const count = async () => await app.data.count('mails', { template, recipient: victim });
  const before = await count();
  await fetch(app.url + path, {
    method: 'POST',
    headers: { ...firstPartyHeaders, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    body: JSON.stringify({ email: victim }),
  });
  return (await count()) > before;
}

it('every limit of an address has a test', () => {
  const byAddress = Object.entries(limits).flatMap(([name, { by }]) => (by === 'address' ? [name] : []));
  expect(Object.keys(calls).toSorted()).toEqual(byAddress.toSorted());
});

it.each(Object.keys(calls))(
  '%s: a client that exhausts it blocks no other network, and the total of many networks is bounded',
  async (name) => {
    await app.empty('token_buckets', 'mails', 'contact_messages', 'disputes', 'sign_ups');
    const call = calls[name]!;
    const member = await createTestMember(app);
    let taken = 0;
    for (let n = 0; n < 60; n += 1) if (await call(of(client(n)), member)) taken += 1;
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThan(60);
    // All from one network, which has exhausted its share.
    expect(await call(of(client(0)), member)).toBe(false);
    expect(await call(of('203.0.113.9'), member)).toBe(true);
    if (name === 'staff-password') return;
    let others = 0;
    for (let n = 0; n < 60; n += 1) if (await call(of(`192.0.${String(n)}.1`), member)) others += 1;
    expect(others).toBeLessThan(60);
  },
);
