import type { Context } from '@ve/data/kernel/context';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import {
  releasePaymentConfirmation,
  beginSignUpPaymentAttempt,
  type PaymentConfirmationAttempt,
  reconfirmPayment,
  takeOverPaymentConfirmation,
  resolvePaymentConfirmation,
} from '@ve/data/membership/sign-up/payment-attempt.repository';
import { listEffectiveAnnouncedChanges } from '@ve/data/membership/announced-change/announced-change.repository';
import { listSignUpConsents } from '@ve/data/membership/sign-up/consent.repository';
import { findSignUp, type SignUpRow } from '@ve/data/membership/sign-up/sign-up.repository';
import { findOfferedConsent } from '@ve/domain/membership/consents';
import { maxSignUpPaymentDeclines } from '@ve/domain/membership/sign-up-limits';
import {
  type ProviderPayment,
  PaymentsRefusedError,
  idempotencyKeyLifetimeMs,
} from '@ve/providers/payments/payments.port';
import type { ClientAddressHasher } from '../../jobs/client-address-hasher.ts';
import { type ClientLimit, consumeClientLimit } from '../../jobs/client-limit.ts';
import { type SubjectLimit, consumeSubjectLimit } from '../../jobs/subject-limit.ts';
import type { UseCaseLogger } from '../../kernel/use-case-logger.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import type { CardAttemptOutcome, CardDeclineLimit } from '../payments/declines.ts';
import type { PaymentProviderClient } from '../payments/payment-provider-client.ts';

/** Longer than a call of Stripe takes with its retries. A killed process holds its confirmation until then. */
const leaseMs = 15_000;

/** The problem for a payer when Stripe does not answer. */
export const paymentsUnavailableProblem = { code: 'payments-unavailable', retryAfterSeconds: 10 } as const;

/**
 * The problem of a sign-up that has used all its attempts: waiting does not help; our page starts a new sign-up on the
 * next try.
 */
export const signUpPaymentAttemptsExceededProblem = (): ProblemError =>
  new ProblemError('payment-attempts-exceeded', {
    detail: 'This payment takes no more cards. Try again to start a new one.',
  });

/**
 * A confirmation that the caller must make. `under-way`: another process is making one. `exhausted`: the sign-up has
 * used its attempts. `outdated`: what it agreed to is no longer offered. `none`: nothing is to be confirmed.
 */
export type SignUpPaymentAttemptClaim = PaymentConfirmationAttempt | 'under-way' | 'exhausted' | 'outdated' | 'none';

export interface SignUpPaymentAttemptDeps {
  /** Attempts of a client, and of an e-mail address, per hour. */
  perHour: number;
  logger: UseCaseLogger;
  declines: CardDeclineLimit;
  addresses: ClientAddressHasher;
  payments: PaymentProviderClient;
}

/**
 * Decides whether Stripe may charge a card. Each attempt is counted and committed first, a sign-up has one confirmation
 * at a time, and each has its own idempotency key, so that neither concurrent calls nor lost responses try more cards
 * or charge one twice.
 */
export class SignUpPaymentAttemptService {
  readonly #deps: SignUpPaymentAttemptDeps;
  readonly #byClient: ClientLimit;
  readonly #byAddress: SubjectLimit;

  constructor(deps: SignUpPaymentAttemptDeps) {
    const { perHour } = deps;
    this.#deps = deps;
    this.#byClient = { name: 'payment', perHour, code: 'payment-attempts-exceeded' };
    this.#byAddress = {
      name: 'payment-address',
      open: [{ perHour }],
      perNetwork: { perHour: maxSignUpPaymentDeclines },
      shared: { perHour },
      code: 'payment-attempts-exceeded',
    };
  }

  /**
   * Claims the confirmation that a sign-up needs: a new attempt with this token, or one whose response was lost.
   * @throws ProblemError `payment-attempts-exceeded` beyond the attempts of a client or an e-mail address in an hour;
   * `too-many-requests` while too many payments are declined
   */
  async claim(context: Context, signUp: SignUpRow, token: string | null): Promise<SignUpPaymentAttemptClaim> {
    const { em, now, client } = context;
    const at = now();
    if (isInProgress(signUp, at)) return 'under-way';
    const since = new Date(at.getTime() - idempotencyKeyLifetimeMs);
    const resumed = await takeOverPaymentConfirmation(em, { signUpId: signUp.id, token, since }, lease(at));
    if (resumed) return resumed;
    if (token === null) return 'none';
    const isNew = token !== signUp.confirmationToken;
    if (isNew && !(await isAgreementOffered(em, signUp.id, at))) return 'outdated';
    const clientHash = await this.#deps.addresses.nameOf(client);
    const use = await this.#deps.addresses.limitUseOf(signUp.email, client);
    const begun = await em.transactional(async (transaction) => {
      const attempt = await beginSignUpPaymentAttempt(transaction, { signUpId: signUp.id, token }, lease(at));
      if (!attempt) return null;
      await consumeClientLimit(transaction, { limit: this.#byClient, client: clientHash }, at);
      await consumeSubjectLimit(transaction, { limit: this.#byAddress, use }, at);
      await this.#deps.declines.countExpectedDecline(transaction, at);
      return attempt;
    });
    return begun ?? this.#whyNot(context, signUp.id, token);
  }

  /** Claims the confirmation that follows the card holder's authentication; it does not count as a new attempt. */
  async reclaim(context: Context, signUpId: string): Promise<SignUpPaymentAttemptClaim> {
    const { em, now } = context;
    const again = await reconfirmPayment(em, signUpId, lease(now()));
    return again ?? this.#whyNot(context, signUpId, null);
  }

  /**
   * Makes a claimed confirmation at Stripe. The job that follows a payment is queued in the transaction that records
   * its result.
   * @throws ProblemError `payments-unavailable` while Stripe does not answer: the next call makes the same confirmation
   */
  async make(context: Context, claimed: PaymentConfirmationAttempt, paymentIntentId: string): Promise<ProviderPayment> {
    const { em, now } = context;
    const { signUpId, attempt, confirmation, token } = claimed;
    const asked = {
      key: `pay.${signUpId}.${String(attempt)}.${String(confirmation)}`,
      id: paymentIntentId,
      card: confirmation === 1 ? { confirmationToken: token } : null,
    };
    try {
      const { payment, result } = await this.#deps.payments.answer(
        context,
        (port) =>
          port.confirmPayment(asked).then(
            (confirmed) => ({ payment: confirmed, result: resultOf(confirmed) }),
            async (error: unknown) => {
              if (!(error instanceof PaymentsRefusedError)) throw error;
              // The token is not Stripe's, was used or has expired; no bank was asked.
              this.#deps.logger.warn(
                { event: 'payment_confirmation_refused', err: error, signUpId },
                'Stripe refused to confirm a payment.',
              );
              return { payment: await port.readPayment(paymentIntentId), result: 'refused' as const };
            },
          ),
        paymentsUnavailableProblem,
      );
      await this.#settle(context, claimed, { result, isPaid: payment.status === 'succeeded' });
      return payment;
    } catch (error) {
      this.#deps.declines.count('unanswered');
      await releasePaymentConfirmation(em, claimed, now());
      throw error;
    }
  }

  async #settle(
    { em, now, correlationId }: Context,
    claimed: PaymentConfirmationAttempt,
    { result, isPaid }: { result: CardAttemptOutcome; isPaid: boolean },
  ): Promise<void> {
    const { signUpId, attempt, confirmation } = claimed;
    const isLast = attempt >= maxSignUpPaymentDeclines && result !== 'authenticate';
    const settled = await em.transactional(async (transaction) => {
      const isFirst = await resolvePaymentConfirmation(transaction, claimed);
      if (isPaid || (isFirst && isLast)) await queueSignUpCompletion(transaction, { signUpId, correlationId }, now());
      if (!isFirst) return false;
      // Last, because all payers share this limit.
      const counts = result === 'declined';
      if (!counts && confirmation === 1) await this.#deps.declines.refundExpectedDecline(transaction);
      // For a later confirmation, no decline was counted in advance.
      if (counts && confirmation > 1) await this.#deps.declines.add(transaction, now());
      return true;
    });
    if (settled) this.#deps.declines.count(result);
  }

  async #whyNot({ em, now }: Context, signUpId: string, token: string | null): Promise<SignUpPaymentAttemptClaim> {
    const row = await findSignUp(em, signUpId);
    if (row === null || row.status !== 'open') return 'none';
    if (isInProgress(row, now())) return 'under-way';
    return token !== null && row.confirmationToken !== token && row.paymentAttempts >= maxSignUpPaymentDeclines
      ? 'exhausted'
      : 'none';
  }
}

/**
 * Whether a contract can still be made under what a sign-up agreed to: a page may stay open over the day of a change.
 */
const isAgreementOffered = async (em: Context['em'], signUpId: string, now: Date): Promise<boolean> => {
  const [changes, agreed] = await Promise.all([
    listEffectiveAnnouncedChanges(em, now),
    listSignUpConsents(em, signUpId),
  ]);
  return agreed.every(({ kind, version }) => findOfferedConsent(kind, version, changes) !== null);
};

/** Queues the job that completes a sign-up by the state of its payment, in the caller's transaction. */
export const queueSignUpCompletion = (
  em: Context['em'],
  payload: { signUpId: string; correlationId: string },
  now: Date,
): Promise<void> => addToOutbox(em, { jobName: 'sign-ups.complete', payload }, { now });

/** The result of a confirmation that Stripe has carried out. */
const resultOf = ({ status }: ProviderPayment): 'paid' | 'declined' | 'authenticate' => {
  if (status === 'needs-card' || status === 'cancelled') return 'declined';
  return status === 'succeeded' || status === 'processing' ? 'paid' : 'authenticate';
};

const lease = (now: Date) => ({ now, until: new Date(now.getTime() + leaseMs) });

const isInProgress = ({ confirmationLeaseUntil }: SignUpRow, now: Date): boolean =>
  confirmationLeaseUntil !== null && confirmationLeaseUntil > now;
