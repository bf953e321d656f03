import { Inject, Injectable } from '@nestjs/common';
import type { PaymentConfirmation } from '@ve/contracts/http/membership/checkout';
import type { Context } from '@ve/data/kernel/context';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { findSignUpOfPayment, type SignUpRow } from '@ve/data/membership/sign-up/sign-up.repository';
import { lockUnverifiedUser } from '@ve/data/identity/user/user.repository';
import type { PaymentAttempt } from '@ve/providers/payments/payments.port';
import { visibleReturnReasons } from '@ve/domain/membership/sign-up-outcome';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { openBrowserSession } from '@ve/app/identity/session/open-browser-session';
import { type SessionCookie, sessionCookie } from '../../identity/session/session-cookie.ts';
import { Payments } from '../payments.ts';
import { CONFIG } from '../../platform/tokens.ts';
import { paymentFailureMessage } from './checkout.mapper.ts';
import { noAttemptLeft, PaymentAttempts, paymentsUnavailable } from './payment-attempts.service.ts';
import { SignUps } from './sign-ups.ts';

/** How long a request waits for the workers, in milliseconds. */
const waitMs = 10_000;

/**
 * How long after the payment its browser can still be signed in by it, in milliseconds: a different person may use the
 * browser later.
 */
const signsInMs = 3_600_000;

export interface Confirmed {
  answer: PaymentConfirmation;
  /** The token for the browser's cookie when a session was opened. */
  session: string | null;
}

/** A browser's question about its payment. */
export interface PaymentConfirmationInput {
  paymentIntentId: string;
  /** Pays with this token; null only reads the state. */
  confirmationToken: string | null;
  browserHash: string | null;
}

/** Confirms a sign-up's payment at Stripe, has the workers complete it, and signs its browser in. */
@Injectable()
export class ConfirmationService {
  readonly #session: SessionCookie;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(Payments) private readonly payments: Payments,
    @Inject(PaymentAttempts) private readonly attempts: PaymentAttempts,
    @Inject(SignUps) private readonly signUps: SignUps,
  ) {
    this.#session = sessionCookie(config.PUBLIC_ORIGIN);
  }

  /**
   * Pays a sign-up of this browser with a confirmation token, and returns the outcome. The browser's claim of having
   * paid is not trusted, only Stripe's state. Safe to repeat, with and without the token.
   * @throws ProblemError `payments-unavailable` while Stripe does not answer; `payment-attempts-exceeded`;
   * `too-many-requests` after too many declines of all sign-ups
   */
  async confirm(
    context: Context,
    { paymentIntentId, confirmationToken, browserHash }: PaymentConfirmationInput,
    request: FastifyRequest,
  ): Promise<Confirmed> {
    const signUp = browserHash === null ? null : await findSignUpOfPayment(context.em, paymentIntentId);
    if (!signUp || signUp.browserHash !== browserHash) return withoutSession({ outcome: 'unknown' });
    if (signUp.status !== 'open') return this.#finished(context, signUp, request);
    const payment = await this.#advance(context, { signUp, paymentIntentId, confirmationToken });
    if (payment === null || payment.status === 'processing') return withoutSession({ outcome: 'pending' });
    const { clientSecret } = payment;
    if (payment.status === 'needs-authentication' && clientSecret !== null) {
      return withoutSession({ outcome: 'authenticate', clientSecret, message: paymentFailureMessage(payment) });
    }
    if (payment.status !== 'succeeded') {
      return withoutSession({ outcome: 'not-paid', message: paymentFailureMessage(payment) });
    }
    await this.#order(context, signUp.id);
    const done = await this.signUps.work.waitUntilDone(signUp.id, waitMs);
    if (!done || done.status === 'open') return withoutSession({ outcome: 'pending' });
    return this.#finished(context, done, request);
  }

  /**
   * Makes the confirmation that is due, if any, and returns the payment's state; null while another confirmation is in
   * progress.
   */
  async #advance(
    context: Context,
    {
      signUp,
      paymentIntentId,
      confirmationToken,
    }: Omit<PaymentConfirmationInput, 'browserHash'> & { signUp: SignUpRow },
  ): Promise<PaymentAttempt | null> {
    const claim = await this.attempts.claim(context, signUp, confirmationToken);
    if (claim === 'under-way') return null;
    if (typeof claim === 'object') return this.attempts.make(context, claim, paymentIntentId);
    const read = () => this.payments.answer(context, (port) => port.readPayment(paymentIntentId), paymentsUnavailable);
    const payment = await read();
    if (payment.status === 'needs-confirmation') {
      const again = await this.attempts.reclaim(context, signUp.id);
      if (again === 'under-way') return null;
      // No confirmation is due, or another process has made it since it was read.
      return typeof again === 'object' ? this.attempts.make(context, again, paymentIntentId) : read();
    }
    if (claim === 'exhausted' && !moved.has(payment.status)) throw noAttemptLeft();
    return payment;
  }

  async #order({ em, now, correlationId }: Context, signUpId: string): Promise<void> {
    await em.transactional((transaction) =>
      addToOutbox(transaction, 'sign-ups.complete', { signUpId, correlationId }, { now: now() }),
    );
  }

  async #finished({ em, now }: Context, signUp: SignUpRow, request: FastifyRequest): Promise<Confirmed> {
    const { email: userEmail, registration, userId, paidAt } = signUp;
    if (signUp.status === 'abandoned') {
      return withoutSession({
        outcome: 'not-paid',
        message: paymentFailureMessage({ status: 'cancelled', decline: null }),
      });
    }
    // Only the owner of the mailbox may learn that an address had its trial: here it reads like any known address.
    const returned = visibleReturnReasons.find((reason) => reason === signUp.returnReason);
    const checkEmail = withoutSession({ outcome: 'check-email', userEmail, ...(returned ? { returned } : {}) });
    if (signUp.outcome !== 'open-account' || userId === null || paidAt === null) return checkEmail;
    return em.transactional(async (transaction) => {
      const at = now();
      if (at.getTime() - paidAt.getTime() > signsInMs) return checkEmail;
      if (!(await lockUnverifiedUser(transaction, userId))) return checkEmail;
      const session = await openBrowserSession(transaction, this.#session.browserOf(request), {
        userId,
        openedBy: 'payment',
        now: at,
      });
      return { answer: { outcome: 'signed-in', userEmail, registration }, session };
    });
  }
}

/** Statuses of a payment under way or made, which are returned even when the sign-up has used its attempts. */
const moved: ReadonlySet<PaymentAttempt['status']> = new Set(['succeeded', 'processing']);

const withoutSession = (answer: PaymentConfirmation): Confirmed => ({ answer, session: null });
