import { Inject, Injectable } from '@nestjs/common';
import type { PaymentConfirmation } from '@ve/contracts/http/checkout';
import type { Context } from '@ve/data/context';
import { addToOutbox } from '@ve/data/outbox/outbox.repository';
import { findSignUpOfPayment, type SignUpRow } from '@ve/data/sign-up/sign-up.repository';
import { lockUnverifiedUser } from '@ve/data/user/user.repository';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { type SessionCookie, sessionCookie } from '../http/session-cookie.ts';
import { Payments } from '../platform/payments.ts';
import { CONFIG } from '../platform/tokens.ts';
import { notPaidWords } from './checkout.mapper.ts';
import { SignUps } from './sign-ups.ts';

/** How long a request waits for the workers. */
const waitMs = 10_000;

/** How long after the payment its browser can still be signed in by it: somebody else may use the browser later. */
const signsInMs = 3_600_000;

export interface Confirmed {
  answer: PaymentConfirmation;
  /** The token for the browser's cookie when a session was opened. */
  session: string | null;
}

/** Hurries the completion of a paid sign-up, which the workers do, and signs its browser in. */
@Injectable()
export class ConfirmationService {
  readonly #session: SessionCookie;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(Payments) private readonly payments: Payments,
    @Inject(SignUps) private readonly signUps: SignUps,
  ) {
    this.#session = sessionCookie(config.PUBLIC_ORIGIN);
  }

  /**
   * What became of a payment of this browser. The browser's word that it paid is not taken: the payment is read from
   * Stripe. Safe to repeat.
   * @throws ProblemError `payments-unavailable` while Stripe does not answer
   */
  async confirm(
    context: Context,
    { paymentIntentId, browserHash }: { paymentIntentId: string; browserHash: string | null },
    request: FastifyRequest,
  ): Promise<Confirmed> {
    const signUp = browserHash === null ? null : await findSignUpOfPayment(context.em, paymentIntentId);
    if (!signUp || signUp.browserHash !== browserHash) return withoutSession({ outcome: 'unknown' });
    if (signUp.status !== 'open') return this.#finished(context, signUp, request);
    const payment = await this.payments.answer(context, (port) => port.readPayment(paymentIntentId), {
      code: 'payments-unavailable',
      retryAfterSeconds: 10,
    });
    if (payment.status === 'processing') return withoutSession({ outcome: 'pending' });
    if (payment.status !== 'succeeded') {
      return withoutSession({ outcome: 'not-paid', message: notPaidWords(payment) });
    }
    await this.#order(context, signUp.id);
    const done = await this.signUps.work.waitUntilDone(signUp.id, waitMs);
    if (!done || done.status === 'open') return withoutSession({ outcome: 'pending' });
    return this.#finished(context, done, request);
  }

  async #order({ em, now, correlationId }: Context, signUpId: string): Promise<void> {
    await em.transactional((transaction) =>
      addToOutbox(
        transaction,
        'sign-ups.complete',
        { signUpId, correlationId },
        { now: now(), dedupeId: `sign-ups.complete.${signUpId}` },
      ),
    );
  }

  async #finished({ em, now }: Context, signUp: SignUpRow, request: FastifyRequest): Promise<Confirmed> {
    const { email: userEmail, registration, userId, paidAt } = signUp;
    if (signUp.status === 'abandoned') {
      return withoutSession({ outcome: 'not-paid', message: notPaidWords({ status: 'cancelled', decline: null }) });
    }
    const checkEmail = withoutSession({ outcome: 'check-email', userEmail });
    if (signUp.outcome !== 'open-account' || userId === null || paidAt === null) return checkEmail;
    return em.transactional(async (transaction) => {
      const at = now();
      if (at.getTime() - paidAt.getTime() > signsInMs) return checkEmail;
      if (!(await lockUnverifiedUser(transaction, userId))) return checkEmail;
      const session = await this.#session.open(transaction, request, { userId, openedBy: 'payment', now: at });
      return { answer: { outcome: 'signed-in', userEmail, registration }, session };
    });
  }
}

const withoutSession = (answer: PaymentConfirmation): Confirmed => ({ answer, session: null });
