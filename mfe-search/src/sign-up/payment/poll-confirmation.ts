import { confirmSignUpPaymentEndpoint, type PaymentConfirmation } from '@ve/contracts/http/membership/checkout';
import { ApiError, callApi } from '@ve/mfe-kit/api';
import type { SignUpDraft } from '../draft.ts';

/** A payment that was started. */
export interface StartedPayment {
  paymentIntentId: string;
  stripeCustomerId: string;
}

/** The pause between two requests, and the limit of polling, in milliseconds. */
const pauseMs = 1_000;
const maxDurationMs = 90_000;
const maxConsecutiveFailures = 3;

/** Pays with this token, or requests the result of the payment once. @throws ApiError */
export const payOrRequestPaymentResult = (
  { paymentIntentId, stripeCustomerId }: StartedPayment,
  { fullName, email, regNumber }: Pick<SignUpDraft, 'fullName' | 'email' | 'regNumber'>,
  { confirmationToken, signal }: { confirmationToken?: string; signal?: AbortSignal } = {},
): Promise<PaymentConfirmation> =>
  callApi(confirmSignUpPaymentEndpoint, {
    body: { paymentIntentId, confirmationToken, customerData: { fullName, email, regNumber, stripeCustomerId } },
    signal,
    timeoutMs: 45_000,
  });

type Unpaid = Extract<PaymentConfirmation, { outcome: 'not-paid' | 'authenticate' }>;

/** Whether nothing was charged: refused, or an authentication is still open. */
export const isPaymentNotMade = (answer: PaymentConfirmation | null): answer is Unpaid =>
  answer?.outcome === 'not-paid' || answer?.outcome === 'authenticate';

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, pauseMs);
    signal.addEventListener('abort', abort, { once: true });
  });

const isLasting = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/**
 * Polls until the account was created; returns `pending` after a minute and a half. Tolerates a few failures in a row.
 * @throws ApiError; the signal's reason when aborted
 */
export async function pollPaymentConfirmation(
  payment: StartedPayment,
  draft: Pick<SignUpDraft, 'fullName' | 'email' | 'regNumber'>,
  signal: AbortSignal,
): Promise<PaymentConfirmation> {
  const end = performance.now() + maxDurationMs;
  for (let failures = 0; performance.now() < end; await pause(signal)) {
    try {
      const answer = await payOrRequestPaymentResult(payment, draft, { signal });
      if (answer.outcome !== 'pending') return answer;
      failures = 0;
    } catch (error) {
      signal.throwIfAborted();
      failures += 1;
      if (isLasting(error) || failures > maxConsecutiveFailures) throw error;
    }
  }
  return { outcome: 'pending' };
}
