import { Inject, Injectable } from '@nestjs/common';
import type { Context } from '@ve/data/kernel/context';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import {
  abandonPaymentConfirmation,
  beginPaymentAttempt,
  type Confirmation,
  reconfirmPayment,
  resumePaymentConfirmation,
  resolveConfirmation,
} from '@ve/data/membership/sign-up/payment-attempt.repository';
import { findSignUp, type SignUpRow } from '@ve/data/membership/sign-up/sign-up.repository';
import { maxDeclines } from '@ve/domain/membership/sign-up-limits';
import { type PaymentAttempt, PaymentsRefusedError, idempotencyKeyMs } from '@ve/providers/payments/payments.port';
import { ProblemError } from '@ve/server-kit/errors/problem-error';
import type { Logger } from '@ve/server-kit/log/logger';
import type { Config } from '../../config.ts';
import { ClientAddresses } from '../../jobs/client-addresses.ts';
import { type ClientLimit, consumeClientLimit } from '../../jobs/client-limit.ts';
import { type CardResult, Declines } from '../declines.ts';
import { Payments } from '../payments.ts';
import { type SubjectLimit, consumeSubjectLimit } from '../../jobs/subject-limit.ts';
import { CONFIG, LOGGER } from '../../platform/tokens.ts';

/** Longer than a call of Stripe takes with its retries. A process that is killed holds its confirmation until then. */
const leaseMs = 15_000;

/** What whoever pays is told when Stripe does not answer. */
export const paymentsUnavailable = { code: 'payments-unavailable', retryAfterSeconds: 10 } as const;

/** Of a sign-up that has had its attempts: waiting does not help, and our page makes another one of the next try. */
export const noAttemptLeft = (): ProblemError =>
  new ProblemError('payment-attempts-exceeded', {
    detail: 'This payment takes no more cards. Try again to start a new one.',
  });

/**
 * A confirmation for the caller to make. `under-way`: somebody else makes one. `exhausted`: the sign-up has had its
 * attempts. `none`: nothing is to be confirmed.
 */
export type Claim = Confirmation | 'under-way' | 'exhausted' | 'none';

/**
 * Decides whether Stripe may be asked to charge a card. Each attempt is counted and committed first, one confirmation of a
 * sign-up is made at a time, and each has a key of its own, so that neither calls at once nor lost answers try more cards
 * or charge one twice.
 */
@Injectable()
export class PaymentAttempts {
  readonly #byClient: ClientLimit;
  readonly #byAddress: SubjectLimit;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Declines) private readonly declines: Declines,
    @Inject(ClientAddresses) private readonly addresses: ClientAddresses,
    @Inject(Payments) private readonly payments: Payments,
  ) {
    const perHour = config.PAYMENT_ATTEMPTS_AN_HOUR;
    this.#byClient = { name: 'payment', perHour, code: 'payment-attempts-exceeded' };
    this.#byAddress = {
      name: 'payment-address',
      open: [{ perHour }],
      perNetwork: { perHour: maxDeclines },
      shared: { perHour },
      code: 'payment-attempts-exceeded',
    };
  }

  /**
   * What there is to confirm of a sign-up: a new attempt with this token, or one whose answer was lost.
   * @throws ProblemError `payment-attempts-exceeded` beyond the attempts of a client or an e-mail address in an hour;
   *   `too-many-requests` while too many payments are declined
   */
  async claim(context: Context, signUp: SignUpRow, token: string | null): Promise<Claim> {
    const { em, now, client } = context;
    const at = now();
    if (isInProgress(signUp, at)) return 'under-way';
    const since = new Date(at.getTime() - idempotencyKeyMs);
    const resumed = await resumePaymentConfirmation(em, { signUpId: signUp.id, token, since }, lease(at));
    if (resumed) return resumed;
    if (token === null) return 'none';
    const clientHash = await this.addresses.nameOf(client);
    const use = await this.addresses.useOf(signUp.email, client);
    const begun = await em.transactional(async (transaction) => {
      const attempt = await beginPaymentAttempt(transaction, { signUpId: signUp.id, token }, lease(at));
      if (!attempt) return null;
      await consumeClientLimit(transaction, this.#byClient, clientHash, at);
      await consumeSubjectLimit({ em: transaction, now: at }, this.#byAddress, use);
      await this.declines.countExpectedDecline(transaction, at);
      return attempt;
    });
    return begun ?? this.#whyNot(context, signUp.id, token);
  }

  /** The confirmation that follows the card holder's authentication: it is no new attempt. */
  async reclaim(context: Context, signUpId: string): Promise<Claim> {
    const { em, now } = context;
    const again = await reconfirmPayment(em, signUpId, lease(now()));
    return again ?? this.#whyNot(context, signUpId, null);
  }

  /**
   * Asks Stripe for a claimed confirmation.
   * @throws ProblemError `payments-unavailable` while Stripe does not answer: the next call makes the same confirmation
   */
  async make(context: Context, claimed: Confirmation, paymentIntentId: string): Promise<PaymentAttempt> {
    const { em, now } = context;
    const { signUpId, attempt, confirmation, token } = claimed;
    const asked = {
      key: `pay.${signUpId}.${String(attempt)}.${String(confirmation)}`,
      id: paymentIntentId,
      card: confirmation === 1 ? { confirmationToken: token } : null,
    };
    try {
      const { payment, result } = await this.payments.answer(
        context,
        (port) =>
          port.confirmPayment(asked).then(
            (confirmed) => ({ payment: confirmed, result: resultOf(confirmed) }),
            async (error: unknown) => {
              if (!(error instanceof PaymentsRefusedError)) throw error;
              // The token is none of Stripe's, or was used or has expired: no bank was asked.
              this.logger.warn({ err: error, signUpId }, 'Stripe refuses to confirm a payment');
              return { payment: await port.readPayment(paymentIntentId), result: 'refused' as const };
            },
          ),
        paymentsUnavailable,
      );
      await this.#settle(context, claimed, result);
      return payment;
    } catch (error) {
      this.declines.count('unanswered');
      await abandonPaymentConfirmation(em, claimed, now());
      throw error;
    }
  }

  async #settle({ em, now, correlationId }: Context, claimed: Confirmation, result: CardResult): Promise<void> {
    const { signUpId, attempt, confirmation } = claimed;
    const settled = await em.transactional(async (transaction) => {
      if (!(await resolveConfirmation(transaction, claimed))) return false;
      const counts = result === 'declined';
      if (!counts && confirmation === 1) await this.declines.undoExpected(transaction);
      // Of a later confirmation nothing was taken yet.
      if (counts && confirmation > 1) await this.declines.add(transaction, now());
      if (attempt >= maxDeclines && result !== 'authenticate') {
        await addToOutbox(transaction, 'sign-ups.complete', { signUpId, correlationId }, { now: now() });
      }
      return true;
    });
    if (settled) this.declines.count(result);
  }

  async #whyNot({ em, now }: Context, signUpId: string, token: string | null): Promise<Claim> {
    const row = await findSignUp(em, signUpId);
    if (row === null || row.status !== 'open') return 'none';
    if (isInProgress(row, now())) return 'under-way';
    return token !== null && row.confirmationToken !== token && row.paymentAttempts >= maxDeclines
      ? 'exhausted'
      : 'none';
  }
}

/** What came of a confirmation that Stripe has carried out. */
const resultOf = ({ status }: PaymentAttempt): 'paid' | 'declined' | 'authenticate' => {
  if (status === 'needs-card' || status === 'cancelled') return 'declined';
  return status === 'succeeded' || status === 'processing' ? 'paid' : 'authenticate';
};

const lease = (now: Date) => ({ now, until: new Date(now.getTime() + leaseMs) });

const isInProgress = ({ confirmationLeaseUntil }: SignUpRow, now: Date): boolean =>
  confirmationLeaseUntil !== null && confirmationLeaseUntil > now;
