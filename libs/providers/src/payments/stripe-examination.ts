import type Stripe from 'stripe';
import { singleCall } from '../http/single-call.ts';
import { createStripeHttpClient } from './stripe-http-client.ts';
import { createStripeSdk } from './stripe.adapter.ts';
import { planStripeSetup, type StripeSetupPlan } from './stripe-setup.ts';

const withSdk = async <T>(
  { url, secretKey }: { url: string; secretKey: string },
  act: (stripe: Stripe) => Promise<T>,
): Promise<T> => {
  const http = createStripeHttpClient(url, singleCall);
  try {
    return await act(createStripeSdk(secretKey, http));
  } catch (error) {
    // The SDK's error repeats the request; the one of our client, in its detail, does not.
    const { detail } = error as { detail?: unknown };
    throw detail instanceof Error ? detail : new Error('Stripe refuses the call');
  } finally {
    await http.close();
  }
};

/** What `npm run stripe:setup` would change in an account, and what only its dashboard can. Changes nothing. */
export const examineStripeAccount = (
  account: { url: string; secretKey: string },
  publicOrigin: string,
): Promise<Pick<StripeSetupPlan, 'changes' | 'dashboard'>> =>
  withSdk(account, (stripe) => planStripeSetup(stripe, { publicOrigin }));
