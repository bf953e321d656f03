import type { EntityManager } from '@mikro-orm/postgresql';
import { maxConfirmationsPerPaymentAttempt, maxSignUpPaymentDeclines } from '@ve/domain/membership/sign-up-limits';
import { type ExpressionBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';

/** One confirmation of a sign-up's payment that only this caller may make, until its lease ends. */
export interface PaymentConfirmationAttempt {
  signUpId: string;
  /** The number of the sign-up's attempt, from 1. */
  attempt: number;
  /**
   * The number of the attempt's confirmation, from 1: another one follows each authentication that the bank requires.
   */
  confirmation: number;
  /** Stripe's confirmation token of the attempt. */
  token: string;
}

/** The caller's lease, which is longer than a request to Stripe can take. */
export interface PaymentConfirmationLease {
  now: Date;
  until: Date;
}

/**
 * Counts a new attempt to pay, with a token that the latest one does not have; null when the sign-up is not open, has
 * used its attempts, or has a confirmation in progress. Must be committed before the request to Stripe.
 */
export const beginSignUpPaymentAttempt = async (
  em: EntityManager,
  { signUpId, token }: { signUpId: string; token: string },
  { now, until }: PaymentConfirmationLease,
): Promise<PaymentConfirmationAttempt | null> => {
  const row = await tables(em)
    .updateTable('sign_ups')
    .set({
      paymentAttempts: sql`payment_attempts + 1`,
      confirmationToken: token,
      confirmationCount: 1,
      attemptedAt: now,
      confirmationLeaseUntil: until,
    })
    .where('id', '=', signUpId)
    .where('status', '=', 'open')
    .where('paymentAttempts', '<', maxSignUpPaymentDeclines)
    .where(sql<boolean>`confirmation_token is distinct from ${token}`)
    .where((expression) => isFree(expression, now))
    .returning(claimed)
    .executeTakeFirst();
  return toConfirmation(signUpId, row);
};

/**
 * Takes over a confirmation of an attempt started after `since` whose caller never reported back; it is the same
 * request, with the same idempotency key. `token`: only of the attempt with this token; null: of the latest attempt.
 */
export const takeOverPaymentConfirmation = async (
  em: EntityManager,
  { signUpId, token, since }: { signUpId: string; token: string | null; since: Date },
  { now, until }: PaymentConfirmationLease,
): Promise<PaymentConfirmationAttempt | null> => {
  const row = await tables(em)
    .updateTable('sign_ups')
    .set({ confirmationLeaseUntil: until })
    .where('id', '=', signUpId)
    .where('status', '=', 'open')
    .where('attemptedAt', '>', since)
    .where('confirmationLeaseUntil', '<=', now)
    .$if(token !== null, (query) => query.where('confirmationToken', '=', token))
    .returning(claimed)
    .executeTakeFirst();
  return toConfirmation(signUpId, row);
};

/**
 * Confirms an attempt again after its card holder has authenticated; null when a confirmation is in progress, or there
 * were too many.
 */
export const reconfirmPayment = async (
  em: EntityManager,
  signUpId: string,
  { now, until }: PaymentConfirmationLease,
): Promise<PaymentConfirmationAttempt | null> => {
  const row = await tables(em)
    .updateTable('sign_ups')
    .set({ confirmationCount: sql`confirmation_count + 1`, confirmationLeaseUntil: until })
    .where('id', '=', signUpId)
    .where('status', '=', 'open')
    .where('confirmationToken', 'is not', null)
    .where('confirmationCount', '<', maxConfirmationsPerPaymentAttempt)
    .where((expression) => isFree(expression, now))
    .returning(claimed)
    .executeTakeFirst();
  return toConfirmation(signUpId, row);
};

/** Records that the result of a confirmation is known; returns whether this call was the first to do so. */
export const resolvePaymentConfirmation = (
  em: EntityManager,
  confirmation: PaymentConfirmationAttempt,
): Promise<boolean> => endLease(em, confirmation, null);

/** Leaves a confirmation without a known result to the next caller. */
export const releasePaymentConfirmation = (
  em: EntityManager,
  confirmation: PaymentConfirmationAttempt,
  now: Date,
): Promise<boolean> => endLease(em, confirmation, now);

const endLease = async (
  em: EntityManager,
  { signUpId, attempt, confirmation }: PaymentConfirmationAttempt,
  confirmationLeaseUntil: Date | null,
): Promise<boolean> => {
  const row = await tables(em)
    .updateTable('sign_ups')
    .set({ confirmationLeaseUntil })
    .where('id', '=', signUpId)
    .where('paymentAttempts', '=', attempt)
    .where('confirmationCount', '=', confirmation)
    .where('confirmationLeaseUntil', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

const claimed = ['paymentAttempts', 'confirmationCount', 'confirmationToken'] as const;

type Stored = { paymentAttempts: number; confirmationCount: number; confirmationToken: string | null };

const isFree = (
  expression: ExpressionBuilder<{ sign_ups: { confirmationLeaseUntil: Date | null } }, 'sign_ups'>,
  now: Date,
) => expression.or([expression('confirmationLeaseUntil', 'is', null), expression('confirmationLeaseUntil', '<=', now)]);

const toConfirmation = (signUpId: string, row: Stored | undefined): PaymentConfirmationAttempt | null =>
  row === undefined || row.confirmationToken === null
    ? null
    : { signUpId, attempt: row.paymentAttempts, confirmation: row.confirmationCount, token: row.confirmationToken };
