import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { isRowOfPerson, personCte } from '../../membership/retained-record/rows-of-person.ts';

/** An account whose deletion was confirmed. */
export interface AccountBeingDeleted {
  userId: string;
  /** A sign-up begun later under one of its addresses is somebody's new beginning, and is left alone. */
  confirmedAt: Date;
}

/** What has to come to its end before an account can be deleted. */
export interface PendingAccountWork {
  /** At Stripe: cancellations that are not carried out yet, with their refunds. */
  cancellations: string[];
  /** Full checks that run: a check that fails may still increase a refund. */
  checks: number;
  /** Forms that were never paid for, or whose payment is still being dealt with. */
  signUps: { id: string; paymentIntentId: string | null }[];
  /** About its cancellations, on their way for less than an hour: they say what comes back, and would go unsent. */
  mails: number;
}

/** For how long a mail on its way is waited for, in milliseconds: longer than the sending is tried. */
const mailWaitMs = 3_600_000;

/** What of this account is still under way at `now`. */
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
    with ${personCte(userId, { proven: true })}
    select id, payment_intent_id from sign_ups
    where ${isRowOfPerson('sign_ups')} and status = 'open' and created_at <= ${confirmedAt.toISOString()}
  `.execute(db);
  const mails = await sql<{ count: number }>`
    with ${personCte(userId, { proven: true })}
    select count(*)::int as count from mails
    where subject_id in (select id from cancellation_requests where ${isRowOfPerson('cancellation_requests')})
      and num_nonnulls(sent_at, failed_at, skipped_at) = 0
      and created_at > ${new Date(now.getTime() - mailWaitMs).toISOString()}
  `.execute(db);
  const atStripe = cancellations.flatMap(({ id }) => (id === null ? [] : [id]));
  return { cancellations: atStripe, checks: checks.length, signUps: signUps.rows, mails: mails.rows[0]?.count ?? 0 };
};

/** Stripe's customers of this account: its own, and one of each form of its own that has come to its end. */
export const findStripeCustomers = async (em: EntityManager, userId: string): Promise<string[]> => {
  const found = await sql<{ id: string }>`
    with ${personCte(userId, { proven: true })}
    select stripe_customer_id as id from person where stripe_customer_id is not null
    union
    select stripe_customer_id from sign_ups
    where ${isRowOfPerson('sign_ups')} and status <> 'open' and stripe_customer_id is not null
    order by id
  `.execute(tables(em));
  return found.rows.map(({ id }) => id);
};
