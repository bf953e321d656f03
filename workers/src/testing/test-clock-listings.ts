import { unlimitedVendorLimiter } from '@ve/providers/http/single-call';
import type { PaymentListings } from '@ve/providers/payments/payments.port';
import { sandboxStripeKeys } from '@ve/providers/payments/stripe-sandbox-api.fixture';
import { createStripeHttpClient } from '@ve/providers/payments/stripe-http-client';
import { createStripeListings } from '@ve/providers/payments/stripe-listings';
import { createStripeSdk } from '@ve/providers/payments/stripe.adapter';

/** Small, so that a test has several pages. */
const pageSize = 3;

/**
 * Lists the customers, subscriptions and payments of one test clock through the adapter: Stripe lists customers and
 * subscriptions of a clock only on request, and payments of all clocks.
 */
export const testClockListings = (url: string, testClock: string, isOwn: (customerId: string) => boolean) => {
  const http = createStripeHttpClient(url, {
    createVendorLimiter: unlimitedVendorLimiter,
    limits: { breakerFailures: 1_000 },
  });
  const sdk = createStripeSdk(sandboxStripeKeys.secret, http);
  const small = <T extends object>(params: T) => ({ ...params, limit: pageSize });
  const customers = Object.assign(Object.create(sdk.customers) as typeof sdk.customers, {
    list: (params: object) => sdk.customers.list({ ...small(params), test_clock: testClock }),
  });
  const subscriptions = Object.assign(Object.create(sdk.subscriptions) as typeof sdk.subscriptions, {
    list: (params: object) => sdk.subscriptions.list({ ...small(params), test_clock: testClock }),
  });
  const stripe = Object.assign(Object.create(sdk) as typeof sdk, { customers, subscriptions });
  const all = createStripeListings(stripe);
  const listings: PaymentListings = {
    ...all,
    paymentPages: async function* (query) {
      for await (const page of all.paymentPages(query)) {
        const own = page.filter(({ customerId }) => customerId !== null && isOwn(customerId));
        if (own.length > 0) yield own;
      }
    },
  };
  return { listings, close: () => http.close() };
};
