import { PaymentsRefusedError } from './payments.port.ts';

/**
 * Whether Stripe has no such object, though a row of ours names it: another account's, or of a sandbox whose state was
 * lost.
 */
export const isUnknownObject = (error: unknown): boolean =>
  error instanceof PaymentsRefusedError && error.code === 'resource_missing';

/** The answer; null where Stripe has no such object. */
export const nullIfUnknown = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (isUnknownObject(error)) return null;
    throw error;
  });
