import type { EntityManager } from '@mikro-orm/postgresql';
import { maxConfirmations, maxDeclines } from '@ve/domain/membership/sign-up-limits';
import { type ExpressionBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';

/** One confirmation of a sign-up's payment that is this caller's to make, until its lease ends. */
export interface Confirmation {
  signUpId: string;
  /** Which attempt of the sign-up it belongs to, from 1. */
  attempt: number;
  /** Which confirmation of the attempt it is, from 1: another one follows each question of the bank. */
  confirmation: number;
  /** Stripe's token of the attempt. */
  token: string;
}

/** The caller's lease: longer than one call of Stripe may take. */
export interface Lease {
  now: Date;
  until: Date;
}

/**
 * Counts a new attempt to pay, by a token that the latest one does not have; null when the sign-up is not open, has had
 * its attempts, or when a confirmation is under way. Must be committed before Stripe is asked.
 */
export const beginPaymentAttempt = async (
  em: EntityManager,
  { signUpId, token }: { signUpId: string; token: string },
  { now, until }: Lease,
): Promise<Confirmation | null> => {
  const row = await tables(em)
    .updateTable('sign_ups')
    .set({
      paymentAttempts: sql`payment_attempts + 1`,
      confirmationToken: token,
      confirmations: 1,
      attemptedAt: now,
      confirmationLeaseUntil: until,
    })
    .where('id', '=', signUpId)
    .where('status', '=', 'open')
    .where('paymentAttempts', '<', maxDeclines)
    .where(sql<boolean>`confirmation_token is distinct from ${token}`)
    .where((expression) => isFree(expression, now))
    .returning(claimed)
    .executeTakeFirst();
  return toConfirmation(signUpId, row);
};

/**
 * Takes over a confirmation of an attempt begun after `since` whose caller was never heard of again: it is the same call,
 * by the same key. `token`: only of the attempt with this one; null: of whichever is the latest.
 */
export const resumePaymentConfirmation = async (
  em: EntityManager,
  { signUpId, token, since }: { signUpId: string; token: string | null; since: Date },
  { now, until }: Lease,
): Promise<Confirmation | null> => {
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

/** Confirms an attempt again whose card holder has authenticated; null when one is under way, or there were too many. */
export const reconfirmPayment = async (
  em: EntityManager,
  signUpId: string,
  { now, until }: Lease,
): Promise<Confirmation | null> => {
  const row = await tables(em)
    .updateTable('sign_ups')
    .set({ confirmations: sql`confirmations + 1`, confirmationLeaseUntil: until })
    .where('id', '=', signUpId)
    .where('status', '=', 'open')
    .where('confirmationToken', 'is not', null)
    .where('confirmations', '<', maxConfirmations)
    .where((expression) => isFree(expression, now))
    .returning(claimed)
    .executeTakeFirst();
  return toConfirmation(signUpId, row);
};

/** Notes that the answer to a confirmation is known; returns whether this call was the first to. */
export const resolveConfirmation = (em: EntityManager, confirmation: Confirmation): Promise<boolean> =>
  endLease(em, confirmation, null);

/** Leaves a confirmation whose answer is not known to the next caller. */
export const abandonPaymentConfirmation = (
  em: EntityManager,
  confirmation: Confirmation,
  now: Date,
): Promise<boolean> => endLease(em, confirmation, now);

const endLease = async (
  em: EntityManager,
  { signUpId, attempt, confirmation }: Confirmation,
  confirmationLeaseUntil: Date | null,
): Promise<boolean> => {
  const row = await tables(em)
    .updateTable('sign_ups')
    .set({ confirmationLeaseUntil })
    .where('id', '=', signUpId)
    .where('paymentAttempts', '=', attempt)
    .where('confirmations', '=', confirmation)
    .where('confirmationLeaseUntil', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

const claimed = ['paymentAttempts', 'confirmations', 'confirmationToken'] as const;

type Stored = { paymentAttempts: number; confirmations: number; confirmationToken: string | null };

const isFree = (
  expression: ExpressionBuilder<{ sign_ups: { confirmationLeaseUntil: Date | null } }, 'sign_ups'>,
  now: Date,
) => expression.or([expression('confirmationLeaseUntil', 'is', null), expression('confirmationLeaseUntil', '<=', now)]);

const toConfirmation = (signUpId: string, row: Stored | undefined): Confirmation | null =>
  row === undefined || row.confirmationToken === null
    ? null
    : { signUpId, attempt: row.paymentAttempts, confirmation: row.confirmations, token: row.confirmationToken };
