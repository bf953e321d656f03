import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import type { ChargeDisputeState } from '../../membership/payment/payment.entity.ts';
import type { SignUpStatus } from '../../membership/sign-up/sign-up.entity.ts';
import type { SubscriptionStatus } from '../../membership/subscription/subscription.entity.ts';

/* Our rows for objects at Stripe, for a page of them at a time. */

/** The record of a charge at Stripe in our database. */
export interface ChargeRecordForRestore {
  paymentIntentId: string;
  /** `kept`: of a deleted account; `returned`: of a sign-up whose payment was refunded. */
  as: 'payment' | 'kept' | 'returned';
  refundedPence: number;
  dispute: ChargeDisputeState | null;
}

/** Returns those of the given charges that are recorded. */
export const findChargeRecordsForRestore = async (
  em: EntityManager,
  paymentIntentIds: string[],
): Promise<Map<string, ChargeRecordForRestore>> => {
  if (paymentIntentIds.length === 0) return new Map();
  const found = await sql<ChargeRecordForRestore>`
    select made.id as "paymentIntentId", 'payment' as "as", refunded_pence, dispute_state as dispute
    from unnest(${paymentIntentIds}::text[]) as made (id)
    join payments on stripe_payment_intent_id = made.id
    union all
    select made.id, 'returned', 0, null from unnest(${paymentIntentIds}::text[]) as made (id)
    join sign_ups on stripe_payment_intent_id = made.id where status = 'returned'
    union all
    select content ->> 'stripePaymentIntentId', 'kept', 0, null from retained_records
    where kind = 'payment' and content ->> 'stripePaymentIntentId' = any (${paymentIntentIds}::text[])
  `.execute(tables(em));
  return new Map(found.rows.map((row) => [row.paymentIntentId, row]));
};

/** Returns the state of each of the given sign-ups that has a row. */
export const findSignUpStatuses = async (em: EntityManager, ids: string[]): Promise<Map<string, SignUpStatus>> => {
  if (ids.length === 0) return new Map();
  const rows = await tables(em).selectFrom('sign_ups').select(['id', 'status']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, status }) => [id, status]));
};

/** Returns those of the given customers at Stripe that an account or a sign-up has. */
export const findKnownStripeCustomerIds = async (em: EntityManager, ids: string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const found = await sql<{ id: string }>`
    select stripe_customer_id as id from customers where stripe_customer_id = any (${ids}::text[])
    union select stripe_customer_id from sign_ups where stripe_customer_id = any (${ids}::text[])
  `.execute(tables(em));
  return new Set(found.rows.map(({ id }) => id));
};

/** A membership as stored in our row. */
export interface StoredMembership {
  id: string;
  userId: string;
  stripeCustomerId: string;
  stripeSubscriptionId: string | null;
  status: SubscriptionStatus;
  currentPeriodEnd: Date | null;
  creditedPeriodEnd: Date | null;
  endsAt: Date | null;
  /** Cancelled by the member. */
  cancelled: boolean;
  /** The deletion of the account was confirmed. */
  beingDeleted: boolean;
  email: string;
}

/** Returns the memberships of the given customers at Stripe, by customer. */
export const findMembershipsOf = async (
  em: EntityManager,
  stripeCustomerIds: string[],
): Promise<Map<string, StoredMembership>> => {
  if (stripeCustomerIds.length === 0) return new Map();
  const rows = await tables(em)
    .selectFrom('subscriptions')
    .innerJoin('customers', 'customers.userId', 'subscriptions.userId')
    .innerJoin('users', 'users.id', 'subscriptions.userId')
    .select([
      'subscriptions.id',
      'subscriptions.userId',
      'customers.stripeCustomerId',
      'subscriptions.stripeSubscriptionId',
      'subscriptions.status',
      'subscriptions.currentPeriodEnd',
      'subscriptions.creditedPeriodEnd',
      'subscriptions.endsAt',
      'users.email',
      sql<boolean>`subscriptions.cancel_requested_at is not null`.as('cancelled'),
      sql<boolean>`exists (
        select from account_deletions where user_id = subscriptions.user_id and confirmed_at is not null
      )`.as('beingDeleted'),
    ])
    .where('customers.stripeCustomerId', 'in', stripeCustomerIds)
    .execute();
  return new Map(
    rows.flatMap((row) =>
      row.stripeCustomerId === null ? [] : [[row.stripeCustomerId, { ...row, stripeCustomerId: row.stripeCustomerId }]],
    ),
  );
};
