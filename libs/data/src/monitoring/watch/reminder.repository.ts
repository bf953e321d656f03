import type { EntityManager } from '@mikro-orm/postgresql';
import { reminderScanWindow } from '@ve/domain/monitoring/reminders/plan-reminders';
import type {
  QuietHours,
  ReminderChannel,
  ReminderKind,
  ReminderLeadDays,
  ReminderLeadSettings,
} from '@ve/domain/monitoring/reminders/reminder';
import type { MessageSkipReason } from '@ve/domain/messaging/message-skip-reason';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { addDays } from '@ve/domain/kernel/time/london-date';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { isServiceProvidedSql } from '../../membership/subscription/membership-sql.ts';

/** The position of a scan: everything after it is still to be read. */
export interface ReminderScanCursor {
  on: IsoDate;
  userId: string;
  kind: ReminderKind;
}

/** A due date within the window of a scan, with its member's preferences and existing reminders. */
export interface ScannedDueDate extends ReminderScanCursor {
  registration: string;
  /** The leads of this kind of date. */
  leads: ReminderLeadSettings[ReminderKind];
  emailOn: boolean;
  smsOn: boolean;
  quiet: QuietHours;
  paused: boolean;
  pausedUntil: IsoDate | null;
  /** Whole London days for which the date is known, its leads are chosen, and nothing is paused. */
  knownDays: number;
  /** Days in London until the date; negative after it. */
  daysLeft: number;
  /** The reminders of this date that are pending, passed on, or not planned again yet; each `28 email`. */
  planned: string[];
}

/**
 * Which skipped reminders a scan does not plan again: those skipped after `skippedSince`, and all that have one of the
 * `finalReasons`.
 */
export interface SkippedReminderRules {
  skippedSince: Date;
  finalReasons: readonly MessageSkipReason[];
}

interface ScannedRow {
  on: IsoDate;
  userId: string;
  kind: ReminderKind;
  registration: string;
  /** Null, with all following columns: not a member, or another car than the membership's. */
  leads: string | null;
  emailOn: boolean;
  smsOn: boolean;
  quietFrom: number;
  quietUntil: number;
  paused: boolean;
  pausedUntil: IsoDate | null;
  knownDays: number;
  daysLeft: number;
  planned: string | null;
}

/**
 * Reads the next due dates, in a fixed order after `after`, for which a reminder may be due on a London day: only of
 * members and their current car. Uses a window instead of the exact day, so that a day without a scan loses nothing.
 * `next`: where the next batch starts; null when this was the last. `idle`: dates read without a member, for
 * `excludeFromReminderScan`.
 */
export const readReminderScanBatch = async (
  em: EntityManager,
  {
    today,
    after,
    limit,
    skippedSince,
    finalReasons,
  }: { today: IsoDate; after: ReminderScanCursor | null; limit: number } & SkippedReminderRules,
  now: Date,
): Promise<{ dueDates: ScannedDueDate[]; idle: ReminderScanCursor[]; next: ReminderScanCursor | null }> => {
  const first = addDays(today, -reminderScanWindow.after);
  const last = addDays(today, reminderScanWindow.before);
  const from = after ?? { on: first, userId: '00000000-0000-0000-0000-000000000000', kind: '' };
  // A date that moved away and back is known since its first reminder was planned; one stored or chosen by a clock that
  // was set back since is known from today. The batch is selected from the index before any join: otherwise each batch
  // would join and sort all remaining rows.
  const found = await sql<ScannedRow>`
    with due as materialized (
      select due_on, user_id, kind, registration_number, date_known_since from watch_due_dates
      where in_reminder_scan and due_on <= ${last}::date
        and (due_on, user_id, kind) > (${from.on}::date, ${from.userId}::uuid, ${from.kind}::text)
      order by due_on, user_id, kind limit ${limit}
    )
    select due.due_on::text as on, due.user_id as "userId", due.kind,
      due.registration_number as registration, (watch.leads -> due.kind)::text as leads,
      watch.email_on as "emailOn", watch.sms_on as "smsOn", watch.quiet_from as "quietFrom",
      watch.quiet_until as "quietUntil", watch.paused, watch.paused_until::text as "pausedUntil",
      greatest(0, ${today}::date - greatest(
        least(due.date_known_since, ledger.since) at time zone 'Europe/London',
        watch.preferences_changed_at at time zone 'Europe/London',
        case when watch.paused_until <= ${today}::date then watch.paused_until end
      )::date) as "knownDays",
      due.due_on - ${today}::date as "daysLeft",
      ledger.planned
    from due
    left join subscriptions subscription on subscription.user_id = due.user_id
      and subscription.registration_number = due.registration_number and ${isServiceProvidedSql('subscription', 'emails', now)}
    left join watches watch on watch.user_id = subscription.user_id
    left join lateral (
      select string_agg(lead_days || ' ' || channel, ',') filter (
        where skip_reason is null or skip_reason = any (${finalReasons}) or finished_at >= ${skippedSince.toISOString()}
      ) as planned, min(planned_at) as since
      from reminders
      where reminders.user_id = watch.user_id and reminders.registration_number = due.registration_number
        and reminders.kind = due.kind and reminders.due_on = due.due_on
    ) ledger on true
    order by due.due_on, due.user_id, due.kind
  `.execute(em.getKysely());
  const place = found.rows.length < limit ? undefined : found.rows.at(-1);
  const placeOf = ({ on, userId, kind }: ScannedRow): ReminderScanCursor => ({ on, userId, kind });
  return {
    dueDates: scannedFrom(found.rows),
    idle: found.rows.filter(({ leads }) => leads === null).map(placeOf),
    next: place ? placeOf(place) : null,
  };
};

/**
 * Excludes due dates from the scan whose membership does not run, in the caller's transaction, until
 * `resumeMonitorChecksOfMember`: they cost the next scans nothing. Checks the membership under a lock of its row, so
 * that a date which a concurrent change includes again is not excluded by the earlier state.
 */
export const excludeFromReminderScan = async (
  em: EntityManager,
  idle: readonly ReminderScanCursor[],
  now: Date,
): Promise<void> => {
  if (idle.length === 0) return;
  const places = sql`
    select * from jsonb_to_recordset(${JSON.stringify(idle)}::jsonb) as place ("userId" uuid, kind text)
  `;
  await sql`
    select from subscriptions where user_id in (select "userId" from (${places}) place) order by user_id for share
  `.execute(tables(em));
  await sql`
    update watch_due_dates due set in_reminder_scan = false from (${places}) place
    where due.user_id = place."userId" and due.kind = place.kind and not exists (
      select from subscriptions subscription where subscription.user_id = due.user_id
        and subscription.registration_number = due.registration_number and ${isServiceProvidedSql('subscription', 'emails', now)}
    )
  `.execute(tables(em));
};

/**
 * Includes due dates in the scan again that are excluded although their membership runs: an earlier release that
 * resumed the membership does not call `resumeMonitorChecksOfMember`. Returns how many.
 */
export const includeInReminderScan = async (em: EntityManager, now: Date): Promise<number> => {
  const found = await sql`
    with missed as (
      select due.user_id, due.kind from watch_due_dates due
      join subscriptions subscription on subscription.user_id = due.user_id
        and subscription.registration_number = due.registration_number and ${isServiceProvidedSql('subscription', 'emails', now)}
      where not due.in_reminder_scan for update of due skip locked
    )
    update watch_due_dates due set in_reminder_scan = true from missed
    where due.user_id = missed.user_id and due.kind = missed.kind
  `.execute(tables(em));
  return Number(found.numAffectedRows ?? 0);
};

/** Excludes rows without a member. Most members have the same leads, so equal ones are parsed once. */
const scannedFrom = (rows: readonly ScannedRow[]): ScannedDueDate[] => {
  const parsed = new Map<string, ReminderLeadSettings[ReminderKind]>();
  const dueDates: ScannedDueDate[] = [];
  for (const { leads, quietFrom, quietUntil, planned, ...row } of rows) {
    if (leads === null) continue;
    let chosen = parsed.get(leads);
    if (chosen === undefined) {
      chosen = JSON.parse(leads) as ReminderLeadSettings[ReminderKind];
      parsed.set(leads, chosen);
    }
    const quiet = { from: quietFrom, until: quietUntil };
    dueDates.push({ ...row, leads: chosen, quiet, planned: planned === null ? [] : planned.split(',') });
  }
  return dueDates;
};

export interface NewReminder {
  userId: string;
  registration: string;
  kind: ReminderKind;
  dueOn: IsoDate;
  lead: ReminderLeadDays;
  channel: ReminderChannel;
  late: boolean;
}

/**
 * Writes reminders. Those that are pending or passed on, by any process, are unchanged; skipped ones are reopened,
 * unless for one of `finalReasons`. Returns the ids of those to be sent.
 */
export const addReminders = async (
  em: EntityManager,
  { reminders, finalReasons }: { reminders: readonly NewReminder[] } & Pick<SkippedReminderRules, 'finalReasons'>,
  now: Date,
): Promise<string[]> => {
  const added = await sql<{ id: string }>`
    insert into reminders (user_id, registration_number, kind, due_on, lead_days, channel, late, planned_at)
    select "userId", registration, kind, "dueOn", lead, channel, late, ${now.toISOString()}
    from jsonb_to_recordset(${JSON.stringify(reminders)}::jsonb) as reminder (
      "userId" uuid, registration text, kind text, "dueOn" date, lead smallint, channel text, late boolean
    )
    on conflict (user_id, registration_number, kind, due_on, lead_days, channel) do update set
      finished_at = null, skip_reason = null, late = excluded.late,
      planned_at = least(reminders.planned_at, excluded.planned_at)
    where reminders.skip_reason <> all (${finalReasons})
    returning id
  `.execute(tables(em));
  return added.rows.map(({ id }) => id);
};

/**
 * Locks reminders until the caller's transaction ends that were planned before `before` and have not ended, of members
 * without quiet hours now, the oldest first. Skips reminders whose job waits or runs. Returns at most `limit`, with how
 * often each was queued again.
 */
export const lockPendingReminders = async (
  em: EntityManager,
  { before, hour, limit }: { before: Date; hour: number; limit: number },
): Promise<{ id: string; enqueueCount: number }[]> => {
  const open = await sql<{ id: string; enqueueCount: number }>`
    select reminder.id, reminder.enqueue_count as "enqueueCount"
    from reminders reminder left join watches watch on watch.user_id = reminder.user_id
    where reminder.finished_at is null
      and reminder.planned_at < ${before.toISOString()}
      and not coalesce(case
        when quiet_from <= quiet_until then ${hour} >= quiet_from and ${hour} < quiet_until
        else ${hour} >= quiet_from or ${hour} < quiet_until
      end, false)
      and not exists (select from outbox where dedupe_id = 'reminders.send.' || reminder.id)
    order by reminder.planned_at, reminder.id limit ${limit} for update of reminder skip locked
  `.execute(tables(em));
  return open.rows;
};

/** Counts that reminders are queued again. */
export const incrementReminderEnqueueCounts = async (em: EntityManager, ids: readonly string[]): Promise<void> => {
  await sql`update reminders set enqueue_count = enqueue_count + 1 where id = any (${ids}::uuid[])`.execute(tables(em));
};

/** Ends open reminders with the reason why nothing is sent. */
export const abandonReminders = async (
  em: EntityManager,
  { ids, reason }: { ids: readonly string[]; reason: MessageSkipReason },
  now: Date,
): Promise<void> => {
  await sql`
    update reminders set finished_at = ${now.toISOString()}, skip_reason = ${reason}
    where id = any (${ids}::uuid[]) and finished_at is null
  `.execute(tables(em));
};

export interface ReminderRow extends NewReminder {
  id: string;
  plannedAt: Date;
  finishedAt: Date | null;
  skipReason: string | null;
}

const columns = sql`id, user_id as "userId", registration_number as registration, kind,
  to_char(due_on, 'YYYY-MM-DD') as "dueOn", lead_days as lead, channel, late, planned_at as "plannedAt", finished_at as "finishedAt",
  skip_reason as "skipReason"`;

/** Returns a reminder by its id, or null when there is none. */
export const findReminder = async (em: EntityManager, id: string): Promise<ReminderRow | null> => {
  const found = await sql<ReminderRow>`select ${columns} from reminders where id = ${id}`.execute(tables(em));
  return found.rows[0] ?? null;
};

/** `findReminder`, locked until the caller's transaction ends: no other run can end it meanwhile. */
export const lockReminder = async (em: EntityManager, id: string): Promise<ReminderRow | null> => {
  const found = await sql<ReminderRow>`select ${columns} from reminders where id = ${id} for update`.execute(
    tables(em),
  );
  return found.rows[0] ?? null;
};

/** Ends a reminder: passed to mails or texts, or skipped with a reason. No effect when it has ended before. */
export const endReminder = async (
  em: EntityManager,
  { id, skip, late }: { id: string; skip: MessageSkipReason | null; late: boolean },
  now: Date,
): Promise<void> => {
  await tables(em)
    .updateTable('reminders')
    .set({ finishedAt: now, skipReason: skip, late })
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .execute();
};

/** Records that the mail or text of a reminder that was passed on is skipped. */
export const skipReminder = async (
  em: EntityManager,
  { id, reason }: { id: string; reason: MessageSkipReason },
  now: Date,
): Promise<void> => {
  await tables(em)
    .updateTable('reminders')
    .set({ finishedAt: now, skipReason: reason })
    .where('id', '=', id)
    .where('finishedAt', 'is not', null)
    .where('skipReason', 'is', null)
    .execute();
};
