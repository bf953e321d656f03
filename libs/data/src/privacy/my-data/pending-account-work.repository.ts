import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { personCteSql } from '../../kernel/rows-of-person.ts';
import { cancellationTablePrivacy } from '../../membership/cancellation-request/cancellation.privacy.ts';
import { signUpTablePrivacy } from '../../membership/sign-up/sign-up.privacy.ts';
import { accountDeletionMailWaitMs } from '@ve/domain/privacy/lifetimes';

/** An account whose deletion was confirmed. */
export interface AccountBeingDeleted {
  userId: string;
  /** A sign-up started later under one of its addresses is a new customer's, and is unaffected. */
  confirmedAt: Date;
}

/** The work that has to end before an account can be deleted. */
export interface PendingAccountWork {
  /** Cancellations not carried out at Stripe yet, with their refunds. */
  cancellations: string[];
  /** Running full checks: one that fails may still increase a refund. */
  checks: number;
  /** Forms that were never paid, or whose payment is still being processed. */
  signUps: { id: string; paymentIntentId: string | null }[];
  /**
   * Mails about its cancellations that have been pending for less than an hour: they announce refunds, and the deletion
   * would prevent them.
   */
  mails: number;
}

/** Returns the unfinished work of this account at `now`. */
export const findPendingAccountWork = async (
  em: EntityManager,
  { userId, confirmedAt }: AccountBeingDeleted,
  now: Date,
): Promise<PendingAccountWork> => {
  const db = tables(em);
  const cancellations = await db
    .selectFrom('cancellation_requests')
    .select('stripeSubscriptionId as id')
    .where('userId', '=', userId)
    .where('finishedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .execute();
  const checks = await db
    .selectFrom('full_checks')
    .select('id')
    .where('userId', '=', userId)
    .where('status', 'in', ['queued', 'running'])
    .execute();
  const signUps = await sql<{ id: string; paymentIntentId: string | null }>`
    with ${personCteSql(userId, { proven: true })}
    select id, stripe_payment_intent_id as payment_intent_id from sign_ups
    where ${signUpTablePrivacy.sign_ups.rows} and status = 'open' and created_at <= ${confirmedAt.toISOString()}
  `.execute(db);
  const mails = await sql<{ count: number }>`
    with ${personCteSql(userId, { proven: true })}
    select count(*)::int as count from mails
    where subject_id in (select id from cancellation_requests where ${cancellationTablePrivacy.cancellation_requests.rows})
      and num_nonnulls(sent_at, failed_at, skipped_at) = 0
      and created_at > ${new Date(now.getTime() - accountDeletionMailWaitMs).toISOString()}
  `.execute(db);
  const atStripe = cancellations.flatMap(({ id }) => (id === null ? [] : [id]));
  return { cancellations: atStripe, checks: checks.length, signUps: signUps.rows, mails: mails.rows[0]?.count ?? 0 };
};

/** Returns Stripe's customers of this account: its own, and those of its ended sign-up forms. */
export const findStripeCustomerIdsOfAccount = async (em: EntityManager, userId: string): Promise<string[]> => {
  const found = await sql<{ id: string }>`
    with ${personCteSql(userId, { proven: true })}
    select stripe_customer_id as id from person where stripe_customer_id is not null
    union
    select stripe_customer_id from sign_ups
    where ${signUpTablePrivacy.sign_ups.rows} and status <> 'open' and stripe_customer_id is not null
    order by id
  `.execute(tables(em));
  return found.rows.map(({ id }) => id);
};
