import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChargedCard } from '@ve/contracts/http/membership/subscription';
import { membershipOffer } from '@ve/domain/membership/offer';
import { sql, type SqlBool } from 'kysely';
import { tables } from '../../entities.ts';
import type { SubscriptionChangeContext } from './subscription-listener.ts';
import { membershipInStateSql } from './membership-sql.ts';
import { openAnnouncedChangeColumns, toOpenAnnouncedChangeFacts } from '../announced-change/open-change-sql.ts';
import { toStoredCardOrNull } from './stored-card.ts';
import type { StoredPaymentProblem, SubscriptionStatus } from './subscription.entity.ts';

/** Postgres channel notified on every change of a subscription; the payload is its row's id. */
export const subscriptionNotifyChannel = 've_subscriptions';

export interface SubscriptionRow {
  id: string;
  userId: string;
  status: SubscriptionStatus;
  creditsUsed: number;
  registration: string | null;
  stripeSubscriptionId: string | null;
  /** The member's own price of a period, in pence; the offered one until it is read from Stripe. */
  monthlyPence: number;
  /** The day of an announced change that the member has not agreed to; null: there is none. */
  undecidedFrom: Date | null;
  /** The new price that the member has agreed to pay, and from when. */
  agreedPrice: { pence: number; from: Date } | null;
  /** The user's customer at Stripe. */
  stripeCustomerId: string | null;
  /** The address of the account. */
  email: string;
  revision: number;
  trialEndsAt: Date | null;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  creditedPeriodEnd: Date | null;
  cancelRequestedAt: Date | null;
  endsAt: Date | null;
  card: ChargedCard | null;
  paymentProblem: StoredPaymentProblem | null;
  tier: string;
}

export interface NewSubscription {
  userId: string;
  status: SubscriptionStatus;
  registration: string;
  stripeSubscriptionId: string;
  monthlyPence?: number | null;
  trialEndsAt: Date;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  card: ChargedCard | null;
  /** When the user was first charged in full in an account deleted since. */
  earlierFirstPaidAt?: Date | null;
}

/** Stores a user's first subscription, without a credit; returns its id, or null when the user has one already. */
export const addSubscription = async (
  em: EntityManager,
  subscription: NewSubscription,
  { now, listener }: SubscriptionChangeContext,
): Promise<string | null> => {
  const row = await tables(em)
    .insertInto('subscriptions')
    .values({
      userId: subscription.userId,
      status: subscription.status,
      creditsUsed: 1,
      registrationNumber: subscription.registration,
      stripeSubscriptionId: subscription.stripeSubscriptionId,
      monthlyPence: subscription.monthlyPence ?? null,
      trialEndsAt: subscription.trialEndsAt,
      currentPeriodStart: subscription.currentPeriodStart,
      currentPeriodEnd: subscription.currentPeriodEnd,
      card: toStoredCardOrNull(subscription.card),
      earlierFirstPaidAt: subscription.earlierFirstPaidAt ?? null,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return null;
  await listener.started(em, subscription.userId, now);
  await notifySubscriptionChannel(em, row.id);
  return row.id;
};

/** Returns a subscription by the id of its row, or null when there is none. */
export const findSubscription = (em: EntityManager, id: string): Promise<SubscriptionRow | null> =>
  findOne(em, sql<SqlBool>`subscription.id = ${id}`);

/** Returns a user's subscription; null when they never had one. */
export const findSubscriptionOfUser = (em: EntityManager, userId: string): Promise<SubscriptionRow | null> =>
  findOne(em, sql<SqlBool>`subscription.user_id = ${userId}`);

/** Returns the subscription of the account with this address, or null when there is none. */
export const findSubscriptionOfEmail = (em: EntityManager, email: string): Promise<SubscriptionRow | null> =>
  findOne(em, sql<SqlBool>`users.email = ${email}`);

/** Returns the subscription by its id at Stripe, or null when no row has it. */
export const findSubscriptionByStripeId = (
  em: EntityManager,
  stripeSubscriptionId: string,
): Promise<SubscriptionRow | null> =>
  findOne(em, sql<SqlBool>`subscription.stripe_subscription_id = ${stripeSubscriptionId}`);

/** Returns the subscription of the user who is this customer at Stripe, or null when there is none. */
export const findSubscriptionByStripeCustomerId = (
  em: EntityManager,
  stripeCustomerId: string,
): Promise<SubscriptionRow | null> => findOne(em, sql<SqlBool>`customer.stripe_customer_id = ${stripeCustomerId}`);

/** Returns those of the given subscriptions at Stripe that no row has. */
export const findUnknownSubscriptionIds = async (
  em: EntityManager,
  stripeSubscriptionIds: string[],
): Promise<string[]> => {
  if (stripeSubscriptionIds.length === 0) return [];
  const found = await sql<{ id: string }>`
    select id from unnest(${stripeSubscriptionIds}::text[]) as made (id)
    where not exists (select from subscriptions where stripe_subscription_id = made.id)
  `.execute(tables(em));
  return found.rows.map(({ id }) => id);
};

/** The state of a subscription at Stripe, in our columns. */
export interface StripeSubscriptionState {
  stripeSubscriptionId: string;
  /** Null: Stripe does not name one price in pence, and the stored one is kept. */
  monthlyPence?: number | null;
  status: SubscriptionStatus;
  trialEndsAt: Date | null;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  /** Null: it continues, as far as Stripe knows. */
  endsAt: Date | null;
  card: ChargedCard | null;
  paymentProblem: StoredPaymentProblem | null;
}

/**
 * Writes the state that was read from Stripe after `row` was read, unless another process wrote its own read in
 * between: then nothing is written and false is returned. A cancellation recorded here is kept, and its end is never
 * postponed by Stripe's delay; a new subscription starts without one, and without the paid period and the credit of the
 * one before it.
 */
export const storeSubscriptionStateOfStripe = async (
  em: EntityManager,
  {
    row,
    state,
  }: { row: Pick<SubscriptionRow, 'id' | 'revision' | 'stripeSubscriptionId'>; state: StripeSubscriptionState },
  { now, listener }: SubscriptionChangeContext,
): Promise<boolean> => {
  const written = await sql<{ userId: string }>`
    update subscriptions set
      status = ${state.status},
      stripe_subscription_id = ${state.stripeSubscriptionId},
      monthly_pence = coalesce(
        ${state.monthlyPence ?? null}::integer,
        case when stripe_subscription_id = ${state.stripeSubscriptionId} then monthly_pence end
      ),
      revision = revision + 1,
      trial_ends_at = ${instant(state.trialEndsAt)}::timestamptz,
      current_period_start = ${instant(state.currentPeriodStart)}::timestamptz,
      current_period_end = ${instant(state.currentPeriodEnd)}::timestamptz,
      credits_used = case when stripe_subscription_id = ${state.stripeSubscriptionId} then credits_used else 1 end,
      credited_period_end =
        case when stripe_subscription_id = ${state.stripeSubscriptionId} then credited_period_end end,
      cancel_requested_at =
        case when stripe_subscription_id = ${state.stripeSubscriptionId} then cancel_requested_at end,
      ends_at = least(
        ${instant(state.endsAt)}::timestamptz,
        case when stripe_subscription_id = ${state.stripeSubscriptionId} and cancel_requested_at is not null
          then ends_at end
      ),
      card = ${json(toStoredCardOrNull(state.card))}::jsonb,
      payment_problem = ${json(state.paymentProblem)}::jsonb,
      updated_at = ${now.toISOString()}
    where id = ${row.id} and revision = ${row.revision}
      and stripe_subscription_id is not distinct from ${row.stripeSubscriptionId}
    returning user_id
  `.execute(tables(em));
  const [{ userId } = { userId: null }] = written.rows;
  if (userId === null) return false;
  const begins = row.stripeSubscriptionId !== state.stripeSubscriptionId;
  await (begins ? listener.replaced(em, userId, now) : listener.changed(em, userId, now));
  await notifySubscriptionChannel(em, row.id);
  return true;
};

/** Records that Stripe does not know a subscription, so that it is not requested again all the time. */
export const markSubscriptionUnknownAtStripe = async (em: EntityManager, id: string, now: Date): Promise<void> => {
  await tables(em).updateTable('subscriptions').set({ updatedAt: now }).where('id', '=', id).execute();
};

/**
 * Grants the credit of a paid period once: a period that ends no later than a credited one grants none. Returns whether
 * it was granted.
 */
export const grantPeriodCredit = async (em: EntityManager, id: string, periodEnd: Date): Promise<boolean> => {
  const credited = await sql<{ id: string }>`
    update subscriptions set credits_used = 0, credited_period_end = ${periodEnd.toISOString()}
    where id = ${id} and (credited_period_end is null or credited_period_end < ${periodEnd.toISOString()})
    returning id
  `.execute(tables(em));
  return credited.rows.length === 1;
};

/**
 * Uses the credit of the paid period that ends at `periodEnd`. False when none is left: it was used, or another period
 * has started.
 */
export const consumeCredit = async (em: EntityManager, id: string, periodEnd: Date): Promise<boolean> => {
  const spent = await sql<{ id: string }>`
    update subscriptions set credits_used = 1
    where id = ${id} and status = 'active' and credits_used = 0 and credited_period_end = ${periodEnd.toISOString()}
    returning id
  `.execute(tables(em));
  if (spent.rows.length === 0) return false;
  await notifySubscriptionChannel(em, id);
  return true;
};

/**
 * Returns a used credit to its period; the caller makes sure that this happens once. False when that period is not the
 * current one any more: the next one has brought its own credit, or another subscription has started.
 */
export const returnCredit = async (
  em: EntityManager,
  id: string,
  { periodEnd, stripeSubscriptionId }: { periodEnd: Date; stripeSubscriptionId: string | null },
): Promise<boolean> => {
  const returned = await sql<{ id: string }>`
    update subscriptions set credits_used = 0
    where id = ${id} and credits_used = 1 and credited_period_end = ${periodEnd.toISOString()}
      and stripe_subscription_id is not distinct from ${stripeSubscriptionId}
    returning id
  `.execute(tables(em));
  if (returned.rows.length === 0) return false;
  await notifySubscriptionChannel(em, id);
  return true;
};

/**
 * Subscriptions that have not ended, and whose row was not read for `changeDueMs` though a trial, period or cancellation
 * is over or the charge of the current period is not known, or for `otherwiseMs`.
 */
export const findStaleSubscriptions = async (
  em: EntityManager,
  { changeDueMs, otherwiseMs, limit }: { changeDueMs: number; otherwiseMs: number; limit: number },
  now: Date,
): Promise<string[]> => {
  const dueBy = new Date(now.getTime() - changeDueMs).toISOString();
  const readBy = new Date(now.getTime() - otherwiseMs).toISOString();
  const found = await sql<{ id: string }>`
    select id from subscriptions
    where stripe_subscription_id is not null
      and status not in ('canceled', 'incomplete_expired') and updated_at < ${dueBy}
      and (
        updated_at < ${readBy}
        or (status = 'trialing' and trial_ends_at < ${dueBy})
        or (status = 'active' and current_period_end < ${dueBy})
        or (status = 'active' and credited_period_end is distinct from current_period_end)
        or (status <> 'active' and cancel_requested_at < ${dueBy})
      )
    order by updated_at limit ${limit}
  `.execute(tables(em));
  return found.rows.map(({ id }) => id);
};

/** A due notice for the membership of this row. */
export interface DueMembershipNotice {
  id: string;
  email: string;
  /** What makes its mail unique: a notice that has been written is not due any more. */
  occasion: string;
}

/** Trials that become a charged membership between `now` and `until`, not cancelled, without a notice so far. */
export const findPreChargeNotices = async (
  em: EntityManager,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<DueMembershipNotice[]> => {
  const found = await sql<DueMembershipNotice>`
    select subscription.id, users.email, subscription.stripe_subscription_id as occasion
    from subscriptions subscription
    join users on users.id = subscription.user_id
    where ${membershipInStateSql('subscription', ['trial'], now)} and subscription.stripe_subscription_id is not null
      and subscription.cancel_requested_at is null and subscription.ends_at is null
      and subscription.trial_ends_at <= ${until.toISOString()}
      and not exists (select from mails where unique_key = 'pre-charge.' || subscription.stripe_subscription_id)
    order by subscription.trial_ends_at limit ${limit}
  `.execute(tables(em));
  return found.rows;
};

/**
 * Memberships that have completed another `everyMonths` since their trial ended, at most `maxDaysLate` ago, without a
 * reminder of that so far. Uses Stripe's status, because it concerns the contract that Stripe charges for, not the
 * currently provided services.
 */
export const findSixMonthlyNotices = async (
  em: EntityManager,
  { everyMonths, maxDaysLate, limit }: { everyMonths: number; maxDaysLate: number; limit: number },
  now: Date,
): Promise<DueMembershipNotice[]> => {
  const at = now.toISOString();
  const found = await sql<DueMembershipNotice>`
    with running as (
      select subscription.id, users.email, subscription.stripe_subscription_id, began,
        floor((extract(year from age) * 12 + extract(month from age)) / ${everyMonths}::int)::int as count
      from subscriptions subscription
      join users on users.id = subscription.user_id
      cross join lateral (select coalesce(subscription.trial_ends_at, subscription.created_at) as began) as start
      cross join lateral (select age(${at}::timestamptz, began) as age) as since
      where subscription.status = 'active' and subscription.stripe_subscription_id is not null
        and subscription.cancel_requested_at is null and subscription.ends_at is null
    )
    select id, email, occasion from running
    cross join lateral (select stripe_subscription_id || '.' || count as occasion) as notice
    where count > 0
      and began + make_interval(months => count * ${everyMonths}::int)
        > ${at}::timestamptz - make_interval(days => ${maxDaysLate}::int)
      and not exists (select from mails where unique_key = 'six-monthly.' || occasion)
    order by id limit ${limit}
  `.execute(tables(em));
  return found.rows;
};

/** Notifies the listeners of a change of the subscription. */
export const notifySubscriptionChannel = async (em: EntityManager, id: string): Promise<void> => {
  await sql`select pg_notify(${subscriptionNotifyChannel}, ${id})`.execute(tables(em));
};

const instant = (at: Date | null): string | null => at?.toISOString() ?? null;
const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

const findOne = async (em: EntityManager, where: ReturnType<typeof sql<SqlBool>>): Promise<SubscriptionRow | null> => {
  const row = await tables(em)
    .selectFrom('subscriptions as subscription')
    .innerJoin('users', 'users.id', 'subscription.userId')
    .leftJoin('customers as customer', 'customer.userId', 'subscription.userId')
    .selectAll('subscription')
    .select(['users.email', 'customer.stripeCustomerId'])
    .select(openAnnouncedChangeColumns('subscription'))
    .where(where)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    userId: row.userId,
    status: row.status,
    creditsUsed: row.creditsUsed,
    registration: row.registrationNumber,
    stripeSubscriptionId: row.stripeSubscriptionId,
    monthlyPence: row.monthlyPence ?? membershipOffer.membership.pence,
    ...toOpenAnnouncedChangeFacts(row),
    stripeCustomerId: row.stripeCustomerId,
    email: row.email,
    revision: row.revision,
    trialEndsAt: row.trialEndsAt,
    currentPeriodStart: row.currentPeriodStart,
    currentPeriodEnd: row.currentPeriodEnd,
    creditedPeriodEnd: row.creditedPeriodEnd,
    cancelRequestedAt: row.cancelRequestedAt,
    endsAt: row.endsAt,
    card: toStoredCardOrNull(row.card),
    paymentProblem: row.paymentProblem,
    tier: row.subscriptionTier,
  };
};
