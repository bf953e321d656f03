import type { EntityManager } from '@mikro-orm/postgresql';
import type { AnnouncedChangeKind } from '@ve/domain/membership/announced-change';
import { signUpPayableMs } from '@ve/domain/membership/sign-up-limits';
import type { EffectiveAnnouncedChange } from '@ve/domain/membership/consents';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { tables } from '../../entities.ts';
import type { ChangeNoticeOutcome } from './change-notice.entity.ts';
import type { MembershipStripePrice } from './membership-price.repository.ts';

/** What an announced change brings. */
export type AnnouncedChangeContent =
  { kind: 'price'; price: MembershipStripePrice } | { kind: 'terms'; termsVersion: string };

export interface OpenAnnouncedChange {
  id: string;
  kind: AnnouncedChangeKind;
  /** The new price; null for terms. */
  pence: number | null;
  stripePriceId: string | null;
  /** The version of the new terms; null for a price. */
  termsVersion: string | null;
  announcedAt: Date;
  effectiveAt: Date;
}

/** Records an announced change; returns its id, or null while another one of its kind is open. */
export const addAnnouncedChange = async (
  em: EntityManager,
  content: AnnouncedChangeContent,
  { effectiveAt, now }: { effectiveAt: Date; now: Date },
): Promise<string | null> => {
  const isPrice = content.kind === 'price';
  const membershipPriceId = isPrice ? await announcePrice(em, content.price, now) : null;
  const row = await tables(em)
    .insertInto('announced_changes')
    .values({
      kind: content.kind,
      membershipPriceId,
      termsVersion: isPrice ? null : content.termsVersion,
      announcedAt: now,
      effectiveAt,
    })
    .onConflict((conflict) => conflict.column('kind').where('closedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
};

const announcePrice = async (em: EntityManager, price: MembershipStripePrice, now: Date): Promise<string> => {
  const { id } = await tables(em)
    .insertInto('membership_prices')
    .values({ ...price, announcedAt: now, effectiveFrom: now })
    .onConflict((conflict) => conflict.column('stripePriceId').doUpdateSet({ announcedAt: now }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const selectChanges = (em: EntityManager) =>
  tables(em)
    .selectFrom('announced_changes as change')
    .leftJoin('membership_prices as price', 'price.id', 'change.membershipPriceId')
    .select([
      'change.id',
      'change.kind',
      'price.pence',
      'price.stripePriceId',
      'change.termsVersion',
      'change.announcedAt',
      'change.effectiveAt',
    ]);

/** Returns the announced changes that are not decided for every member yet. */
export const listOpenAnnouncedChanges = (em: EntityManager): Promise<OpenAnnouncedChange[]> =>
  selectChanges(em).where('change.closedAt', 'is', null).orderBy('change.announcedAt').execute();

/** Returns what the announced changes whose day has come have brought. */
export const listEffectiveAnnouncedChanges = (em: EntityManager, now: Date): Promise<EffectiveAnnouncedChange[]> =>
  tables(em)
    .selectFrom('announced_changes as change')
    .leftJoin('membership_prices as price', 'price.id', 'change.membershipPriceId')
    .select(['price.pence', 'change.termsVersion'])
    .where('change.effectiveAt', '<=', now)
    .execute();

/** A member who has to be notified of a change. */
export interface MemberToNotifyOfChange {
  userId: string;
  email: string;
  stripeSubscriptionId: string;
  previousPence: number;
}

/** A membership that runs on: it is neither cancelled nor has it ended. */
const runsOn = sql<SqlBool>`(
  subscription.stripe_subscription_id is not null and subscription.ends_at is null
  and subscription.status not in ('canceled', 'incomplete_expired', 'unpaid', 'paused')
)`;

/** A notice that no one has agreed to. */
const notAgreed = sql<SqlBool>`not exists (select from consents where consents.change_notice_id = notice.id)`;

/**
 * Memberships that run on under other terms than those of the change, and have no notice of it. For terms, those agree
 * already that were made since under one of `agreedVersions`.
 */
const isAffected = (
  change: OpenAnnouncedChange,
  agreedVersions: readonly string[],
): RawBuilder<SqlBool> => sql<SqlBool>`
  ${runsOn} and not exists (
    select from change_notices notice where notice.announced_change_id = ${change.id}
      and notice.stripe_subscription_id = subscription.stripe_subscription_id
  )
  and ${
    change.kind === 'price'
      ? sql`subscription.monthly_pence is distinct from ${change.pence}`
      : sql`not exists (
          select from consents where text_version = any(${[...agreedVersions]}::text[]) and (
            (kind = 'terms' and sign_up_id in (
              select id from sign_ups where user_id = subscription.user_id and status = 'completed'
            ))
            or (kind = 'rejoin' and user_id = subscription.user_id and given_at >= ${change.announcedAt.toISOString()})
          )
        )`
  }
`;

/** Returns members who have to be notified of a change, and were not. */
export const findMembersToNotifyOfChange = async (
  em: EntityManager,
  change: OpenAnnouncedChange,
  { agreedVersions, limit }: { agreedVersions: readonly string[]; limit: number },
): Promise<MemberToNotifyOfChange[]> => {
  const found = await sql<MemberToNotifyOfChange>`
    select subscription.user_id, users.email, subscription.stripe_subscription_id,
      subscription.monthly_pence as previous_pence
    from subscriptions subscription join users on users.id = subscription.user_id
    where ${isAffected(change, agreedVersions)} and subscription.monthly_pence is not null
    order by subscription.id limit ${limit}
  `.execute(tables(em));
  return found.rows;
};

/** Counts the members whom a change would concern. */
export const countMembersAffectedByChange = async (
  em: EntityManager,
  change: OpenAnnouncedChange,
  agreedVersions: readonly string[],
): Promise<number> => {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from subscriptions subscription
    where ${isAffected(change, agreedVersions)} and subscription.monthly_pence is not null
  `.execute(tables(em));
  return counted.rows[0]?.count ?? 0;
};

/** Records that a member is notified; returns the id of the notice, or null if there was one. */
export const addChangeNotice = async (
  em: EntityManager,
  { changeId, member, effectiveAt }: { changeId: string; member: MemberToNotifyOfChange; effectiveAt: Date },
  now: Date,
): Promise<string | null> => {
  const { userId, stripeSubscriptionId, previousPence } = member;
  const row = await tables(em)
    .insertInto('change_notices')
    .values({
      announcedChangeId: changeId,
      userId,
      stripeSubscriptionId,
      previousPence,
      effectiveAt,
      createdAt: now,
    })
    .onConflict((conflict) => conflict.columns(['announcedChangeId', 'stripeSubscriptionId']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
};

/** Counts the members who were notified of a change. */
export const countChangeNotices = async (em: EntityManager, changeId: string): Promise<number> => {
  const { count } = await tables(em)
    .selectFrom('change_notices')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('announcedChangeId', '=', changeId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** An announced change for one member, with what was agreed. */
export interface ChangeNotice {
  id: string;
  kind: AnnouncedChangeKind;
  pence: number | null;
  stripePriceId: string | null;
  termsVersion: string | null;
  userId: string;
  stripeSubscriptionId: string;
  previousPence: number;
  /** The day of the change itself; for this member it may be a later one. */
  announcedFor: Date;
  effectiveAt: Date;
  /** When the mail server accepted its mail; null: not yet. */
  notifiedAt: Date | null;
  settledAt: Date | null;
  /** When the member agreed; null: they did not. */
  agreedAt: Date | null;
}

const selectNotices = (em: EntityManager) =>
  tables(em)
    .selectFrom('change_notices as notice')
    .innerJoin('announced_changes as change', 'change.id', 'notice.announcedChangeId')
    .leftJoin('membership_prices as price', 'price.id', 'change.membershipPriceId')
    .leftJoin('consents as consent', 'consent.changeNoticeId', 'notice.id')
    .select([
      'notice.id',
      'change.kind',
      'price.pence',
      'price.stripePriceId',
      'change.termsVersion',
      'notice.userId',
      'notice.stripeSubscriptionId',
      'notice.previousPence',
      'change.effectiveAt as announcedFor',
      'notice.effectiveAt',
      'notice.notifiedAt',
      'notice.settledAt',
      'consent.givenAt as agreedAt',
    ]);

/** Returns a notice by its id, or null when there is none. */
export const findChangeNotice = async (em: EntityManager, id: string): Promise<ChangeNotice | null> =>
  (await selectNotices(em).where('notice.id', '=', id).executeTakeFirst()) ?? null;

/** Returns the notices of a subscription that are not decided yet, the earliest day first. */
export const listOpenChangeNotices = (em: EntityManager, stripeSubscriptionId: string): Promise<ChangeNotice[]> =>
  selectNotices(em)
    .where('notice.stripeSubscriptionId', '=', stripeSubscriptionId)
    .where('notice.settledAt', 'is', null)
    .orderBy('notice.effectiveAt')
    .orderBy('notice.id')
    .execute();

/** Locks a notice until the end of the caller's transaction: no one can agree to it meanwhile. */
export const lockChangeNotice = async (em: EntityManager, id: string): Promise<void> => {
  await tables(em).selectFrom('change_notices').select('id').where('id', '=', id).forUpdate().execute();
};

/**
 * Locks notices of a change that run on without their mail and whose day is sooner than `effectiveAt`, except those
 * that another transaction has locked.
 */
export const lockChangeNoticesToPostpone = async (
  em: EntityManager,
  { changeId, effectiveAt, limit }: { changeId: string; effectiveAt: Date; limit: number },
): Promise<string[]> => {
  const locked = await sql<{ id: string }>`
    select notice.id from change_notices notice
    join subscriptions subscription on subscription.stripe_subscription_id = notice.stripe_subscription_id
    where notice.announced_change_id = ${changeId} and notice.notified_at is null and notice.settled_at is null
      and notice.effective_at < ${effectiveAt.toISOString()} and ${runsOn} and ${notAgreed}
    order by notice.id limit ${limit} for update of notice skip locked
  `.execute(tables(em));
  return locked.rows.map(({ id }) => id);
};

/** Moves the day of locked notices that no one has agreed to, and whose mail was not accepted, to a later one. */
export const postponeChangeNotices = async (
  em: EntityManager,
  { ids, effectiveAt }: { ids: readonly string[]; effectiveAt: Date },
): Promise<void> => {
  await sql`
    update change_notices notice set effective_at = ${effectiveAt.toISOString()}
    where id = any(${[...ids]}::uuid[]) and notified_at is null and settled_at is null
      and effective_at < ${effectiveAt.toISOString()} and ${notAgreed}
  `.execute(tables(em));
};

/** Records, once, that the mail of a notice was accepted, and that its day is `effectiveAt` or later. */
export const recordChangeNoticeMailAccepted = async (
  em: EntityManager,
  { id, effectiveAt }: { id: string; effectiveAt: Date },
  now: Date,
): Promise<void> => {
  await sql`
    update change_notices set notified_at = ${now.toISOString()},
      effective_at = greatest(effective_at, ${effectiveAt.toISOString()})
    where id = ${id} and notified_at is null and settled_at is null
  `.execute(tables(em));
};

/** Records that the mail of an undecided notice did not arrive after all. */
export const recordChangeNoticeMailBounced = async (em: EntityManager, id: string): Promise<void> => {
  await tables(em)
    .updateTable('change_notices')
    .set({ notifiedAt: null })
    .where('id', '=', id)
    .where('settledAt', 'is', null)
    .execute();
};

/** A notice whose mail has to be written again. */
export interface UnmailedChangeNotice {
  id: string;
  email: string;
}

/**
 * Returns notices of a change that run on without their mail: it was skipped while the membership was cancelled or the
 * change agreed to, or it failed or bounced and was purged since.
 */
export const listUnmailedChangeNotices = async (
  em: EntityManager,
  { changeId, limit }: { changeId: string; limit: number },
): Promise<UnmailedChangeNotice[]> => {
  const found = await sql<UnmailedChangeNotice>`
    select notice.id, users.email from change_notices notice
    join subscriptions subscription on subscription.stripe_subscription_id = notice.stripe_subscription_id
    join users on users.id = notice.user_id
    where notice.announced_change_id = ${changeId} and notice.notified_at is null and notice.settled_at is null
      and ${runsOn} and ${notAgreed} and not exists (
        select from mails where mails.subject_id = notice.id and template = 'change-announced' and skipped_at is null
      )
    order by notice.id limit ${limit}
  `.execute(tables(em));
  return found.rows;
};

/**
 * Counts the notices written before `writtenBefore` that run on and whose mail no server has accepted: the promised
 * notice of these members has not begun.
 */
export const countUnnotifiedChangeNotices = async (em: EntityManager, writtenBefore: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from change_notices notice
    join subscriptions subscription on subscription.stripe_subscription_id = notice.stripe_subscription_id
    where notice.notified_at is null and notice.settled_at is null
      and notice.created_at < ${writtenBefore.toISOString()} and ${runsOn} and ${notAgreed}
  `.execute(tables(em));
  return rows[0]?.count ?? 0;
};

/**
 * Returns the notices whose day has come and which can be decided: not those of a cancelled membership that runs, nor
 * those of a running one that was not notified by e-mail, as promised, and has not agreed.
 */
export const findDueChangeNotices = async (
  em: EntityManager,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> => {
  const found = await sql<{ id: string }>`
    select notice.id from change_notices notice
    left join subscriptions subscription on subscription.stripe_subscription_id = notice.stripe_subscription_id
    where notice.settled_at is null and notice.effective_at <= ${now.toISOString()}
      and (subscription.ends_at is null or subscription.ends_at <= ${now.toISOString()})
      and (notice.notified_at is not null or ${runsOn} is not true or not ${notAgreed})
    order by notice.effective_at, notice.id limit ${limit}
  `.execute(tables(em));
  return found.rows.map(({ id }) => id);
};

/** Records what was decided about a notice, once its day has come; false if that was recorded before. */
export const recordChangeNoticeOutcome = async (
  em: EntityManager,
  { id, outcome }: { id: string; outcome: ChangeNoticeOutcome },
  now: Date,
): Promise<boolean> => {
  const settled = await tables(em)
    .updateTable('change_notices')
    .set({ outcome, settledAt: now })
    .where('id', '=', id)
    .where('settledAt', 'is', null)
    .where('effectiveAt', '<=', now)
    .returning('id')
    .executeTakeFirst();
  return settled !== undefined;
};

/**
 * Closes a change that is decided for every member whom it concerns, once no sign-up from before its day can be paid
 * any more: it would add a member under the old contract. Returns whether it did.
 */
export const closeDecidedAnnouncedChange = async (
  em: EntityManager,
  change: OpenAnnouncedChange,
  { agreedVersions, now }: { agreedVersions: readonly string[]; now: Date },
): Promise<boolean> => {
  const closed = await sql<{ id: string }>`
    update announced_changes set closed_at = ${now.toISOString()}
    where id = ${change.id} and closed_at is null
      and effective_at <= ${new Date(now.getTime() - signUpPayableMs).toISOString()}
      and not exists (
        select from change_notices where announced_change_id = ${change.id} and settled_at is null
      )
      and not exists (select from subscriptions subscription where ${isAffected(change, agreedVersions)})
    returning id
  `.execute(tables(em));
  return closed.rows.length === 1;
};

/** Stores the consent of a member to a change, once. */
export const addChangeConsent = async (
  em: EntityManager,
  { notice, version, clientHash }: { notice: ChangeNotice; version: string; clientHash: string },
  now: Date,
): Promise<void> => {
  await tables(em)
    .insertInto('consents')
    .values({
      userId: notice.userId,
      changeNoticeId: notice.id,
      kind: notice.kind === 'price' ? 'new-price' : 'new-terms',
      textVersion: version,
      monthlyPence: notice.pence,
      clientHash,
      givenAt: now,
    })
    .onConflict((conflict) => conflict.column('changeNoticeId').where('changeNoticeId', 'is not', null).doNothing())
    .execute();
};

/** Withdraws a member's consents to changes that are not decided yet. */
export const withdrawChangeConsents = async (em: EntityManager, stripeSubscriptionId: string): Promise<void> => {
  await sql`
    delete from consents where change_notice_id in (
      select id from change_notices where stripe_subscription_id = ${stripeSubscriptionId} and settled_at is null
    )
  `.execute(tables(em));
};

/** Deletes the undecided notices written until `until` that no one has agreed to: the members are notified again. */
export const deleteUnansweredChangeNotices = async (em: EntityManager, until: Date): Promise<void> => {
  await sql`
    delete from change_notices notice where settled_at is null and created_at <= ${until.toISOString()} and ${notAgreed}
  `.execute(tables(em));
};
