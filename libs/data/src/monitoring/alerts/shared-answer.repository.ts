import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { latestPlausibleInstant } from '../../kernel/clock-skew.ts';
import { tables } from '../../entities.ts';
import { isProvided } from '../../membership/subscription/membership-sql.ts';
import type { WatchedAspect } from './monitor-check-state.repository.ts';

/** The ids of the other members whose car it is. */
const others = ({ userId, registration }: WatchedAspect, now: Date): RawBuilder<unknown> => sql`
  select due.user_id from watch_due_dates due
  join subscriptions subscription on subscription.user_id = due.user_id
    and subscription.registration_number = due.registration_number and ${isProvided('subscription', 'emails', now)}
  where due.registration_number = ${registration} and due.kind = 'tax' and due.user_id <> ${userId}
`;

export interface SharedAnswerRow {
  /** The source's response in the shape of the aspect, or that it has none for the car. */
  answer: unknown;
  askedAt: Date;
}

/**
 * Returns the result that a monitor check of this aspect of the car, for any member, has stored since `since`; null:
 * there is none.
 */
export const findSharedAnswer = async (
  em: EntityManager,
  { registration, aspect }: Omit<WatchedAspect, 'userId'>,
  { since, now }: { since: Date; now: Date },
): Promise<SharedAnswerRow | null> => {
  const found = await sql<SharedAnswerRow>`
    select answer, asked_at from shared_answers
    where registration_number = ${registration} and aspect = ${aspect}
      and asked_at between ${since.toISOString()} and ${now.toISOString()}
  `.execute(tables(em));
  return found.rows[0] ?? null;
};

/**
 * Claims the paid monitor check of a car until `until`. False while a check for another member is in progress, failed
 * recently, or has stored a result since `since`. Without other members who watch the car it returns true and claims
 * nothing. A claim that ends after `latest` was made by a clock that was ahead, and is ignored.
 */
export const claimSharedAnswer = async (
  em: EntityManager,
  watched: WatchedAspect,
  { now, until, latest, since }: { now: Date; until: Date; latest: Date; since: Date },
): Promise<boolean> => {
  const { registration, aspect } = watched;
  const claimed = await sql<{ shared: boolean; claimed: boolean }>`
    with sharing as (select exists (${others(watched, now)}) as shared), claim as (
      insert into shared_answers as held (registration_number, aspect, claimed_until)
      select ${registration}, ${aspect}, ${until.toISOString()}::timestamptz from sharing where shared
      on conflict (registration_number, aspect) do update set claimed_until = excluded.claimed_until
        where (
          held.claimed_until is null or held.claimed_until <= ${now.toISOString()}
            or held.claimed_until > ${latest.toISOString()}
        ) and (held.asked_at is null or held.asked_at not between ${since.toISOString()} and ${now.toISOString()})
      returning true as claimed
    )
    select shared, exists (select from claim) as claimed from sharing
  `.execute(tables(em));
  const [{ shared, claimed: got } = { shared: false, claimed: false }] = claimed.rows;
  return !shared || got;
};

/**
 * Stores the result of a monitor check, even when the source has none for the car, for the other members whose car it
 * is, and ends the claim; in the transaction of the check. False when there are no other members, or a newer result is
 * stored already.
 */
export const storeSharedAnswer = async (
  em: EntityManager,
  watched: WatchedAspect,
  { answer, askedAt }: { answer: object; askedAt: Date },
  now: Date,
): Promise<boolean> => {
  const { registration, aspect } = watched;
  const at = askedAt.toISOString();
  const stored = await sql`
    insert into shared_answers as held (registration_number, aspect, answer, asked_at)
    select ${registration}, ${aspect}, ${JSON.stringify(answer)}::jsonb, ${at}::timestamptz
    where exists (${others(watched, now)})
    on conflict (registration_number, aspect) do update
      set answer = excluded.answer, asked_at = excluded.asked_at, claimed_until = null
      where held.asked_at is null or held.asked_at not between excluded.asked_at and ${latestPlausibleInstant(now).toISOString()}
  `.execute(tables(em));
  return Number(stored.numAffectedRows ?? 0) === 1;
};

/** Extends the claim of a monitor check without a result until it may be repeated, in the transaction of the check. */
export const extendSharedAnswerClaim = async (
  em: EntityManager,
  { registration, aspect }: Omit<WatchedAspect, 'userId'>,
  until: Date,
): Promise<void> => {
  await sql`
    update shared_answers set claimed_until = ${until.toISOString()}
    where registration_number = ${registration} and aspect = ${aspect} and claimed_until is not null
  `.execute(tables(em));
};

/**
 * Makes the monitor checks due of the other members who do not have the result requested at `askedAt` yet: their checks
 * read the shared one. Needs a transaction of its own, because it waits for the locks of their checks.
 */
export const rescheduleSharedChecksNow = async (
  em: EntityManager,
  watched: WatchedAspect,
  askedAt: Date,
  now: Date,
): Promise<void> => {
  await sql`
    with sharing as (
      select state.user_id from monitor_check_states state
      where state.user_id in (${others(watched, now)}) and state.aspect = ${watched.aspect}
        and state.registration_number = ${watched.registration} and state.next_check_at > ${now.toISOString()}
        and (state.read_at is null or state.read_at < ${askedAt.toISOString()})
      order by state.user_id for update
    )
    update monitor_check_states state set next_check_at = ${now.toISOString()} from sharing
    where state.user_id = sharing.user_id and state.aspect = ${watched.aspect}
  `.execute(tables(em));
};
