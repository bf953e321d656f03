import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { expect } from '@jest/globals';
import { checkoutFormFixture } from './checkout-form-fixture.ts';
import { postFromOwnPage, type TestApp } from './test-app.ts';

export type CheckoutBrowser = ReturnType<typeof openCheckoutBrowser>;

/** A payment that a browser has started. */
export interface StartedPayment {
  clientSecret: string;
  id: string;
}

/**
 * A browser that signs up and keeps its cookies. `address`: its network address, which counts behind a trusted proxy.
 */
export const openCheckoutBrowser = (
  app: TestApp,
  { session, address }: { session?: string; address?: string } = {},
) => {
  const jar = new Map<string, string>(session === undefined ? [] : [['session', session]]);
  const from: Record<string, string> = address === undefined ? {} : { 'x-forwarded-for': address };
  const keep = (answer: Response): string[] => {
    const set = answer.headers.getSetCookie();
    for (const [, name = '', value = ''] of set.map((each) => /^([^=]+)=([^;]*)/.exec(each) ?? []))
      jar.set(name, value);
    return set;
  };
  const headers = (): Record<string, string> => {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    return { ...from, 'user-agent': 'Test/1', ...(cookie === '' ? {} : { cookie }) };
  };
  const call = async (to: TestApp, path: string, body: object) => {
    const answer = await postFromOwnPage(to.url + path, body, headers());
    return { status: answer.status, set: keep(answer), text: await answer.text() };
  };
  return {
    jar,
    /** Opens the checkout page and starts a payment. */
    begin: async (changes: Parameters<typeof checkoutFormFixture>[0] = {}): Promise<StartedPayment> => {
      if (!jar.has('ve-browser')) keep(await fetch(`${app.url}/api/trial-end`, { headers: headers() }));
      const { text } = await call(app, '/api/create-checkout', checkoutFormFixture(changes));
      const { clientSecret } = JSON.parse(text) as { clientSecret: string };
      return { clientSecret, id: clientSecret.split('_secret_')[0] ?? '' };
    },
    /** Pays with a token of Stripe.js; without a token, reads the state of the payment. */
    confirm: async (paymentIntentId: string, { token, to = app }: { token?: string; to?: TestApp } = {}) => {
      const { customerData } = checkoutFormFixture({ email: 'visitor@example.com', regNumber: 'FN15 FNC' });
      const given = { ...customerData, stripeCustomerId: 'cus_1', subscriptionId: null };
      const body = { paymentIntentId, confirmationToken: token, customerData: given };
      const { status, set, text } = await call(to, '/api/confirm-payment', body);
      return { status, set, body: JSON.parse(text) as Record<string, unknown> };
    },
    signOut: async (path: string) => {
      const own = { ...headers(), 'sec-fetch-site': 'same-origin', ...firstPartyHeaders };
      const answer = await fetch(app.url + path, { method: 'DELETE', headers: own });
      expect(answer.status).toBe(204);
      for (const [, name = ''] of answer.headers.getSetCookie().map((each) => /^([^=]+)=;/.exec(each) ?? []))
        jar.delete(name);
    },
    reads: async () => {
      const answer = await fetch(`${app.url}/api/session`, {
        headers: { cookie: `session=${jar.get('session') ?? ''}` },
      });
      return ((await answer.json()) as { user: { email: string } | null }).user?.email ?? null;
    },
  };
};

/** Acts as the workers, once the account job of a payment is queued. `act` gets the sign-up's id. */
export const whenAccountJobQueued = async (
  app: TestApp,
  paymentIntentId: string,
  act: (signUpId: string) => Promise<void>,
): Promise<void> => {
  for (;;) {
    const jobs = await app.data.values('outbox', 'payload', { jobName: 'sign-ups.complete' });
    const [signUp] = await app.data.all('sign_ups', { stripePaymentIntentId: paymentIntentId });
    if (signUp && jobs.some(({ signUpId }) => signUpId === signUp.id)) return act(signUp.id);
    await new Promise((resolve) => setImmediate(resolve));
  }
};
