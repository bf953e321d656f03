import { type APIRequestContext, expect } from '@playwright/test';
import { randomUUID } from 'node:crypto';

const sandboxUrl = process.env.E2E_SANDBOX_URL ?? 'http://127.0.0.1:3900';
const siteUrl = process.env.E2E_BASE_URL ?? 'http://localhost:3000';

/** Calls the API as our own pages do. */
async function call(request: APIRequestContext, path: string, data?: unknown): Promise<Record<string, string>> {
  const response = await request.post(path, {
    headers: { origin: siteUrl, 'x-requested-with': 'vehicle-enquiry' },
    ...(data === undefined ? {} : { data }),
  });
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as Record<string, string>;
}

/** The token that Stripe.js creates for one of Stripe's test cards. */
async function tokenOf(card: string): Promise<string> {
  if (/^\d+$/.test(card)) return tokenOfNumber(card);
  const response = await fetch(`${sandboxUrl}/v1/test_helpers/confirmation_tokens`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({ payment_method: `pm_card_${card}` }),
  });
  return ((await response.json()) as { id: string }).id;
}

/** The token that Stripe.js creates for a typed card number. */
async function tokenOfNumber(number: string): Promise<string> {
  const card = { number, exp_month: '12', exp_year: '2045', cvc: '123' };
  const fields = Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value]);
  const response = await fetch(`${sandboxUrl}/v1/confirmation_tokens`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams([['payment_method_data[type]', 'card'], ...fields]),
  });
  return ((await response.json()) as { id: string }).id;
}

/** Completes the bank's authentication of a payment. */
async function authenticate(clientSecret: string): Promise<void> {
  await fetch(`${sandboxUrl}/stripe/3ds/${clientSecret.split('_secret_')[0] ?? ''}?client_secret=${clientSecret}`, {
    method: 'POST',
    headers: { origin: sandboxUrl },
    body: new URLSearchParams({ outcome: 'complete' }),
  });
}

/**
 * A card that simply pays and that no other test uses: a shared one may already have started its three trials in thirty
 * days.
 */
function plainCard(): string {
  const digits = `424242${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
  const sum = [...digits].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/**
 * Pays for a trial of AB12 CDE with a new address, which signs the browser of `request` in. Returns the address. The
 * pages of the sign-up have their own tests.
 */
export async function startTrial(request: APIRequestContext, card = plainCard()): Promise<string> {
  const email = `trial-${randomUUID()}@example.com`;
  const customer = { fullName: 'Dana Driver', email, regNumber: 'AB12CDE' };
  const address = { line_1: '1 High Street', line_2: '', line_3: '', post_town: 'Leeds', postcode: 'LS1 1AA' };
  // As on the payment page, whose first call sets our cookie.
  await request.get('/api/trial-end');
  const { outcome, clientSecret, stripeCustomerId } = await call(request, '/api/create-checkout', {
    customerData: { ...customer, address },
    consents: { terms: '2026-11-21', startNow: '2026-11-26' },
    idempotencyKey: randomUUID(),
  });
  if (clientSecret === undefined) throw new Error(`The checkout was not made: ${String(outcome)}`);
  const confirmation = {
    paymentIntentId: clientSecret.split('_secret_')[0],
    confirmationToken: await tokenOf(card),
    customerData: { ...customer, stripeCustomerId, subscriptionId: null },
  };
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const confirmed = await call(request, '/api/confirm-payment', confirmation);
    if (confirmed['outcome'] === 'signed-in') return email;
    if (confirmed['outcome'] === 'authenticate') await authenticate(clientSecret);
    else if (confirmed['outcome'] !== 'pending') throw new Error(`Not signed in: ${JSON.stringify(confirmed)}`);
  }
  throw new Error('The sign-up was not completed');
}

/** Like `startTrial`, and pays the membership immediately, which gives one credit. Returns the address. */
export async function signUpAsPayingMember(request: APIRequestContext, card = plainCard()): Promise<string> {
  const email = await startTrial(request, card);
  const { outcome } = await call(request, '/api/upgrade-subscription');
  if (outcome !== 'upgraded') throw new Error(`The membership was not paid: ${String(outcome)}`);
  return email;
}

/** Uses a member's credit for a full check, and waits until it is done. */
export async function runFullCheckWithCredit(request: APIRequestContext, registration = 'AB12CDE'): Promise<void> {
  const { checkId } = await call(request, `/api/reports/${registration}/full-check`);
  const state = async () => JSON.stringify(await (await request.get(`/api/full-checks/${String(checkId)}`)).json());
  await expect.poll(state).toContain('"outcome":"done"');
}
