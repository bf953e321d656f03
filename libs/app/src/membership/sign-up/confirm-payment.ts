import type { PaymentConfirmation } from '@ve/contracts/http/membership/checkout';
import type { Context } from '@ve/data/kernel/context';
import { findSignUpOfPayment, type SignUpRow } from '@ve/data/membership/sign-up/sign-up.repository';
import { lockUserIfUnverified } from '@ve/data/identity/user/user.repository';
import { cardDeclineMessage } from '@ve/domain/membership/decline-messages';
import type { ProviderPayment } from '@ve/providers/payments/payments.port';
import { publicPaymentReturnReasons } from '@ve/domain/membership/sign-up-outcome';
import { openBrowserSession, type SessionBrowserInfo } from '../../identity/session/open-browser-session.ts';
import type { PaymentProviderClient } from '../payments/payment-provider-client.ts';
import {
  queueSignUpCompletion,
  signUpPaymentAttemptsExceededProblem,
  type SignUpPaymentAttemptService,
  paymentsUnavailableProblem,
} from './payment-attempts.ts';

/**
 * How long after the payment its browser can still be signed in by it, in milliseconds: a different person may use the
 * browser later.
 */
const signsInMs = 3_600_000;

export interface SignUpPaymentConfirmationResult {
  answer: PaymentConfirmation;
  /** The token for the browser's cookie when a session was opened. */
  session: string | null;
}

/** A browser's question about its payment. */
export interface SignUpPaymentConfirmationInput {
  paymentIntentId: string;
  /** Pays with this token; null only reads the state. */
  confirmationToken: string | null;
  /** `browserHash`: of the cookie that the sign-up was started with. */
  browser: SessionBrowserInfo & { browserHash: string | null };
}

export interface SignUpPaymentConfirmationDeps {
  payments: PaymentProviderClient;
  attempts: SignUpPaymentAttemptService;
  /** Waits, for a limited time, until the workers have finished a paid sign-up; returns its present row. */
  signUps: { waitUntilFinished: (id: string) => Promise<SignUpRow | null> };
}

/** Confirms a sign-up's payment at Stripe, has the workers complete it, and signs its browser in. */
export class SignUpPaymentConfirmationService {
  constructor(private readonly deps: SignUpPaymentConfirmationDeps) {}

  /**
   * Pays a sign-up of this browser with a confirmation token, and returns the outcome. The browser's claim of having
   * paid is not trusted, only Stripe's state. Safe to repeat, with and without the token.
   * @throws ProblemError `payments-unavailable` while Stripe does not answer; `payment-attempts-exceeded`;
   * `too-many-requests` after too many declines of all sign-ups
   */
  async confirm(
    context: Context,
    { paymentIntentId, confirmationToken, browser }: SignUpPaymentConfirmationInput,
  ): Promise<SignUpPaymentConfirmationResult> {
    const { browserHash } = browser;
    const signUp = browserHash === null ? null : await findSignUpOfPayment(context.em, paymentIntentId);
    if (!signUp || signUp.browserHash !== browserHash) return withoutSession({ outcome: 'unknown' });
    if (signUp.status !== 'open') return this.#finished(context, signUp, browser);
    const payment = await this.#advance(context, { signUp, paymentIntentId, confirmationToken });
    if (payment === 'outdated') return withoutSession({ outcome: 'not-paid', message: outdatedMessage });
    if (payment === null || payment.status === 'processing') return withoutSession({ outcome: 'pending' });
    const { clientSecret } = payment;
    if (payment.status === 'needs-authentication' && clientSecret !== null) {
      return withoutSession({ outcome: 'authenticate', clientSecret, message: paymentFailureMessage(payment) });
    }
    if (payment.status !== 'succeeded') {
      return withoutSession({ outcome: 'not-paid', message: paymentFailureMessage(payment) });
    }
    const done = await this.deps.signUps.waitUntilFinished(signUp.id);
    if (!done || done.status === 'open') return withoutSession({ outcome: 'pending' });
    return this.#finished(context, done, browser);
  }

  /**
   * Makes the confirmation that is due, if any, and returns the payment's state; if it is paid, the completing job is
   * queued. Null while another confirmation is in progress; `outdated`: none is made, as what the sign-up agreed to is no
   * longer offered.
   */
  async #advance(
    context: Context,
    {
      signUp,
      paymentIntentId,
      confirmationToken,
    }: Omit<SignUpPaymentConfirmationInput, 'browser'> & { signUp: SignUpRow },
  ): Promise<ProviderPayment | 'outdated' | null> {
    const claim = await this.deps.attempts.claim(context, signUp, confirmationToken);
    if (claim === 'under-way') return null;
    if (claim === 'outdated') return claim;
    if (typeof claim === 'object') return this.deps.attempts.make(context, claim, paymentIntentId);
    const read = async () => {
      const found = await this.deps.payments.answer(
        context,
        (port) => port.readPayment(paymentIntentId),
        paymentsUnavailableProblem,
      );
      if (found.status === 'succeeded') await this.#queueCompletion(context, signUp.id);
      return found;
    };
    const payment = await read();
    if (payment.status === 'needs-confirmation') {
      const again = await this.deps.attempts.reclaim(context, signUp.id);
      if (again === 'under-way') return null;
      // No confirmation is due, or another process has made it since it was read.
      return typeof again === 'object' ? this.deps.attempts.make(context, again, paymentIntentId) : read();
    }
    if (claim === 'exhausted' && !moved.has(payment.status)) throw signUpPaymentAttemptsExceededProblem();
    return payment;
  }

  async #queueCompletion({ em, now, correlationId }: Context, signUpId: string): Promise<void> {
    await em.transactional((transaction) => queueSignUpCompletion(transaction, { signUpId, correlationId }, now()));
  }

  async #finished(
    { em, now }: Context,
    signUp: SignUpRow,
    browser: SessionBrowserInfo,
  ): Promise<SignUpPaymentConfirmationResult> {
    const { email: userEmail, registration, userId, paidAt } = signUp;
    if (signUp.status === 'abandoned') {
      return withoutSession({
        outcome: 'not-paid',
        message: paymentFailureMessage({ status: 'cancelled', decline: null }),
      });
    }
    // Only the owner of the mailbox may learn that an address had its trial: here it reads like any known address.
    const returned = publicPaymentReturnReasons.find((reason) => reason === signUp.returnReason);
    const checkEmail = withoutSession({ outcome: 'check-email', userEmail, ...(returned ? { returned } : {}) });
    if (signUp.outcome !== 'open-account' || userId === null || paidAt === null) return checkEmail;
    return em.transactional(async (transaction) => {
      const at = now();
      if (at.getTime() - paidAt.getTime() > signsInMs) return checkEmail;
      if (!(await lockUserIfUnverified(transaction, userId))) return checkEmail;
      const session = await openBrowserSession(transaction, browser, { userId, openedBy: 'payment', now: at });
      return { answer: { outcome: 'signed-in', userEmail, registration }, session };
    });
  }
}

/** Statuses of a payment under way or made, which are returned even when the sign-up has used its attempts. */
const moved: ReadonlySet<ProviderPayment['status']> = new Set(['succeeded', 'processing']);

const withoutSession = (answer: PaymentConfirmation): SignUpPaymentConfirmationResult => ({ answer, session: null });

const nothingCharged = 'Nothing was charged.';

const outdatedMessage = `Our price or our terms have changed since you opened this page. ${nothingCharged} Reload the page to read them.`;

/** The message for the card holder about why a payment has not succeeded. */
function paymentFailureMessage({ status, decline }: Pick<ProviderPayment, 'status' | 'decline'>): string {
  if (status === 'needs-authentication') return `${cardDeclineMessage('authentication_required')} ${nothingCharged}`;
  if (status === 'cancelled') return `This payment was cancelled. ${nothingCharged} Start again.`;
  if (decline !== null) return `${decline.message} ${nothingCharged}`;
  return `The payment was not completed. ${nothingCharged} Enter your card and try again.`;
}
