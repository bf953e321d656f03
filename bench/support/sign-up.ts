import { currentConsents } from '@ve/domain/membership/consents';
import { randomInt, randomUUID } from 'node:crypto';

const expected = async (response: Response, what: string): Promise<Record<string, string>> => {
  if (!response.ok) throw new Error(`${what}: ${String(response.status)} ${await response.text()}`);
  return (await response.json()) as Record<string, string>;
};

/** A client of the sandbox's Stripe, with a secret or publishable key. */
export const createSandboxStripeClient =
  (sandbox: string) =>
  async (key: 'sk' | 'pk', path: string, form?: Record<string, string>): Promise<Record<string, string>> =>
    expected(
      await fetch(`${sandbox}/v1/${path}`, {
        headers: { authorization: `Bearer ${key}_test_sandbox` },
        ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
      }),
      path,
    );

/** A card number that pays in the sandbox, with its check digit. */
function newCardNumber(): string {
  const digits = `424242${String(randomInt(1e9)).padStart(9, '0')}`;
  const sum = [...digits].reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${String((10 - (sum % 10)) % 10)}`;
}

/**
 * The token that Stripe.js creates from a card when its holder presses the button; of another card each time, because a
 * card may start three trials, and the fourth is refunded.
 */
export const createConfirmationToken = async (
  stripe: ReturnType<typeof createSandboxStripeClient>,
): Promise<string> => {
  const token = await stripe('pk', 'confirmation_tokens', {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': newCardNumber(),
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2045',
    'payment_method_data[card][cvc]': '123',
  });
  return token['id'] ?? '';
};

/** A client of a site that keeps its cookie, as a browser does. */
export interface SiteClient {
  call(path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Opens the payment page, whose first call sets our cookie. */
  open(): Promise<void>;
  cookie(): string;
}

const openBrowser = (site: string): SiteClient => {
  let cookie = '';
  const keep = (response: Response): void => {
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) cookie = set.split(';')[0] ?? '';
  };
  return {
    cookie: () => cookie,
    open: async () => keep(await fetch(`${site}/api/trial-end`)),
    call: async (path, body) => {
      const headers = { origin: site, 'x-requested-with': 'vehicle-enquiry', cookie };
      const response = await fetch(site + path, {
        method: 'POST',
        ...(body === undefined
          ? { headers }
          : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      keep(response);
      return expected(response, path);
    },
  };
};

/** The parts of a payment, in milliseconds: the form is sent, the card becomes a token, the token pays. */
export interface PaymentDurations {
  checkout: number;
  token: number;
  confirmation: number;
}

/** Measures consecutive parts: each call returns the milliseconds since the one before. */
export const createLapTimer = (): (() => number) => {
  let last = performance.now();
  return () => {
    const before = last;
    last = performance.now();
    return last - before;
  };
};

/**
 * Signs up a new member. `durations`: from pressing the button to the response that signs the browser in and redirects
 * to the report.
 */
export async function signUp(
  site: string,
  stripe: ReturnType<typeof createSandboxStripeClient>,
): Promise<{ durations: PaymentDurations; browser: SiteClient }> {
  const customer = { fullName: 'Dana Driver', email: `bench-${randomUUID()}@example.com`, regNumber: 'AB12CDE' };
  const browser = openBrowser(site);
  const { call } = browser;
  await browser.open();
  const lap = createLapTimer();
  const { clientSecret, stripeCustomerId } = await call('/api/create-checkout', {
    customerData: { ...customer, address: { line_1: '1 High Street', post_town: 'Leeds', postcode: 'LS1 1AA' } },
    consents: { terms: currentConsents.terms.version, startNow: currentConsents['start-now'].version },
    idempotencyKey: randomUUID(),
  });
  const checkout = lap();
  const [paymentIntentId = ''] = String(clientSecret).split('_secret_');
  const confirmationToken = await createConfirmationToken(stripe);
  const token = lap();
  const customerData = { ...customer, stripeCustomerId, subscriptionId: null };
  for (;;) {
    const { outcome } = await call('/api/confirm-payment', { paymentIntentId, confirmationToken, customerData });
    if (outcome === 'signed-in') return { durations: { checkout, token, confirmation: lap() }, browser };
    if (outcome !== 'pending') throw new Error(`The sign-up was not completed: ${String(outcome)}`);
  }
}
