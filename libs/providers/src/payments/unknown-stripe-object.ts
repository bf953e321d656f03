import { PaymentsRefusedError } from './payments.port.ts';

/**
 * Whether Stripe has no such object although our row names it: it belongs to another account, or to a sandbox whose
 * state was lost.
 */
export const isUnknownStripeObject = (error: unknown): boolean =>
  error instanceof PaymentsRefusedError && error.code === 'resource_missing';

/** The response; null if Stripe has no such object. */
export const nullIfUnknownAtStripe = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (isUnknownStripeObject(error)) return null;
    throw error;
  });
