import type { EntityManager } from '@mikro-orm/postgresql';
import type { DueDateEntry } from '@ve/contracts/http/monitoring/watch';
import type { AlertSwitch } from '@ve/domain/monitoring/alerts/alert';
import { monitorAspects } from '@ve/domain/monitoring/alerts/watch-aspects';
import {
  defaultReminderLeadSettings,
  type MemberDueDateKind,
  type QuietHours,
  type ReminderKind,
  type ReminderLeadSettings,
} from '@ve/domain/monitoring/reminders/reminder';
import {
  type RegisterDueDate,
  registerDueDateKinds,
  type RegisterDueDateKind,
} from '@ve/domain/monitoring/reminders/register-due-dates';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

/** How a member is notified about their car. */
export interface WatchRow {
  userId: string;
  emailOn: boolean;
  smsOn: boolean;
  leads: ReminderLeadSettings;
  quiet: QuietHours;
  paused: boolean;
  pausedUntil: IsoDate | null;
  disabledAlerts: AlertSwitch[];
  postcode: string | null;
  place: { latitude: number; longitude: number } | null;
  calendarVersion: number;
  carChangedAt: Date | null;
  /** When channels, leads or the pause were last changed, or the membership started again. */
  preferencesChangedAt: Date;
}

/** The columns of `watches` that make up a `WatchRow`. */
export const watchColumns = [
  'watches.userId',
  'watches.emailOn',
  'watches.smsOn',
  'watches.leads',
  'watches.quietFrom',
  'watches.quietUntil',
  'watches.paused',
  'watches.pausedUntil',
  'watches.disabledAlerts',
  'watches.postcode',
  'watches.latitude',
  'watches.longitude',
  'watches.calendarVersion',
  'watches.carChangedAt',
  'watches.preferencesChangedAt',
] as const;

interface StoredWatch {
  userId: string;
  emailOn: boolean;
  smsOn: boolean;
  leads: ReminderLeadSettings;
  quietFrom: number;
  quietUntil: number;
  paused: boolean;
  pausedUntil: IsoDate | null;
  disabledAlerts: AlertSwitch[];
  postcode: string | null;
  latitude: number | string | null;
  longitude: number | string | null;
  calendarVersion: number;
  carChangedAt: Date | null;
  preferencesChangedAt: Date;
}

/** Converts a row of `watchColumns`. */
export const watchOfRow = (row: StoredWatch): WatchRow => ({
  userId: row.userId,
  emailOn: row.emailOn,
  smsOn: row.smsOn,
  leads: row.leads,
  quiet: { from: row.quietFrom, until: row.quietUntil },
  paused: row.paused,
  pausedUntil: row.pausedUntil,
  disabledAlerts: row.disabledAlerts,
  postcode: row.postcode,
  place:
    row.latitude === null || row.longitude === null
      ? null
      : { latitude: Number(row.latitude), longitude: Number(row.longitude) },
  calendarVersion: row.calendarVersion,
  carChangedAt: row.carChangedAt,
  preferencesChangedAt: row.preferencesChangedAt,
});

/**
 * Creates a user's watch with default settings, and for their subscription's car the monitor checks, which are due, and
 * the due dates of the registers, unread. Existing rows of this car are kept, those of another are reset.
 */
export const addMissingWatchRows = async (em: EntityManager, userId: string, now: Date): Promise<void> => {
  const at = now.toISOString();
  await sql`
    insert into watches (user_id, leads, preferences_changed_at, created_at, updated_at)
    values (${userId}, ${JSON.stringify(defaultReminderLeadSettings)}::jsonb, ${at}, ${at}, ${at})
    on conflict (user_id) do nothing
  `.execute(tables(em));
  await sql`
    insert into watch_due_dates as due (user_id, kind, registration_number, no_date_reason, date_known_since)
    select user_id, kind, registration_number, 'not-read', ${at}
    from subscriptions, unnest(${[...registerDueDateKinds]}::text[]) as kind
    where user_id = ${userId} and registration_number is not null
    on conflict (user_id, kind) do update set registration_number = excluded.registration_number, due_on = null,
        source = null, no_date_reason = excluded.no_date_reason, fetched_at = null, attempted_at = null, date_known_since = excluded.date_known_since, in_reminder_scan = true
      where due.registration_number <> excluded.registration_number
  `.execute(tables(em));
  await sql`
    insert into monitor_check_states as state (user_id, aspect, registration_number, next_check_at)
    select user_id, aspect, registration_number, ${at} from subscriptions, unnest(${monitorAspects}::text[]) as aspect
    where user_id = ${userId} and registration_number is not null
    on conflict (user_id, aspect) do update set registration_number = excluded.registration_number, last_result = null,
        last_result_requested_at = null, attempted_at = null, failure = null, next_check_at = excluded.next_check_at, queued_at = null
      where state.registration_number <> excluded.registration_number
  `.execute(tables(em));
};

/** Stores the date of a member's car that no monitor check has read yet. */
export const fillUnreadDueDate = async (
  em: EntityManager,
  {
    userId,
    registration,
    kind,
    due,
  }: Pick<WatchedDueDate, 'registration'> & {
    userId: string;
    kind: RegisterDueDateKind;
    due: Exclude<RegisterDueDate, { state: 'silent' }>;
  },
): Promise<void> => {
  await tables(em)
    .updateTable('watch_due_dates')
    .set({
      dueOn: due.state === 'dated' ? due.on : null,
      source: due.source,
      noDateReason: due.state === 'none' ? due.why : null,
      fetchedAt: new Date(due.at),
    })
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('registrationNumber', '=', registration)
    // A concurrent monitor check that has read it has the newer date.
    .where('fetchedAt', 'is', null)
    .execute();
};

/** Deletes what is known of a member's monitor checks, and includes their due dates in the reminder scan again. */
export const resetWatch = async (em: EntityManager, userId: string, now: Date): Promise<void> => {
  await tables(em).deleteFrom('monitor_check_states').where('userId', '=', userId).execute();
  await tables(em).updateTable('watches').set({ preferencesChangedAt: now }).where('userId', '=', userId).execute();
  await tables(em).updateTable('watch_due_dates').set({ inReminderScan: true }).where('userId', '=', userId).execute();
};

/** Returns a user's watch; null when they never had a subscription. */
export const findWatch = async (em: EntityManager, userId: string): Promise<WatchRow | null> => {
  const row = await tables(em)
    .selectFrom('watches')
    .select(watchColumns)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row ? watchOfRow(row) : null;
};

/** The settings that a member can change; undefined members are unchanged. */
export interface WatchChanges {
  emailOn?: boolean;
  smsOn?: boolean;
  leads?: ReminderLeadSettings;
  quiet?: QuietHours;
  /** Null: not paused; `until` null: without an end. */
  pause?: { until: IsoDate | null } | null;
  disabledAlerts?: AlertSwitch[];
  /** Null: no place. */
  place?: { postcode: string; latitude: number; longitude: number } | null;
}

/** Stores a member's settings, and when they last changed what is sent to them, if given. The watch has to exist. */
export const updateWatch = async (
  em: EntityManager,
  {
    userId,
    changes: { emailOn, smsOn, leads, quiet, pause, disabledAlerts, place },
    preferencesChangedAt,
  }: { userId: string; changes: WatchChanges; preferencesChangedAt: Date | undefined },
  now: Date,
): Promise<void> => {
  await tables(em)
    .updateTable('watches')
    .set({
      updatedAt: now,
      ...(preferencesChangedAt === undefined ? {} : { preferencesChangedAt }),
      ...(emailOn === undefined ? {} : { emailOn }),
      ...(smsOn === undefined ? {} : { smsOn }),
      ...(leads === undefined ? {} : { leads: sql`${JSON.stringify(leads)}::jsonb` }),
      ...(quiet === undefined ? {} : { quietFrom: quiet.from, quietUntil: quiet.until }),
      ...(pause === undefined ? {} : { paused: pause !== null, pausedUntil: pause?.until ?? null }),
      ...(disabledAlerts === undefined ? {} : { disabledAlerts: sql`${JSON.stringify(disabledAlerts)}::jsonb` }),
      ...(place === undefined
        ? {}
        : {
            postcode: place?.postcode ?? null,
            latitude: place?.latitude ?? null,
            longitude: place?.longitude ?? null,
          }),
    })
    .where('userId', '=', userId)
    .execute();
};

/** A due date on which reminders are based. */
export interface WatchedDueDate {
  kind: ReminderKind;
  registration: string;
  on: IsoDate | null;
  source: DueDateEntry['source'];
  noDateReason: DueDateEntry['why'];
  fetchedAt: Date | null;
  attemptedAt: Date | null;
  /** Since when this date is known. */
  dateKnownSince: Date;
}

/**
 * Returns the due dates of the car of a user's subscription; dates that were neither read nor entered yet may be
 * missing.
 */
export const findDueDates = async (em: EntityManager, userId: string): Promise<WatchedDueDate[]> => {
  const rows = await tables(em)
    .selectFrom('watch_due_dates')
    .innerJoin('subscriptions', (join) =>
      join
        .onRef('subscriptions.userId', '=', 'watch_due_dates.userId')
        .onRef('subscriptions.registrationNumber', '=', 'watch_due_dates.registrationNumber'),
    )
    .select([
      'watch_due_dates.kind',
      'watch_due_dates.registrationNumber as registration',
      'watch_due_dates.dueOn as on',
      'watch_due_dates.source',
      'watch_due_dates.noDateReason',
      'watch_due_dates.fetchedAt',
      'watch_due_dates.attemptedAt',
      'watch_due_dates.dateKnownSince',
    ])
    .where('watch_due_dates.userId', '=', userId)
    .execute();
  return rows;
};

/** Stores a due date that only the member knows, for the car of their subscription; null deletes it. */
export const setMemberDueDate = async (
  em: EntityManager,
  { userId, kind, on }: { userId: string; kind: MemberDueDateKind; on: IsoDate | null },
  now: Date,
): Promise<void> => {
  if (on === null) {
    await tables(em).deleteFrom('watch_due_dates').where('userId', '=', userId).where('kind', '=', kind).execute();
    return;
  }
  const at = now.toISOString();
  await sql`
    insert into watch_due_dates as due (user_id, kind, registration_number, due_on, source, fetched_at, date_known_since)
    select user_id, ${kind}, registration_number, ${on}::date, 'member', ${at}, ${at}
    from subscriptions where user_id = ${userId} and registration_number is not null
    on conflict (user_id, kind) do update set
      registration_number = excluded.registration_number, due_on = excluded.due_on, source = excluded.source,
      no_date_reason = null, fetched_at = excluded.fetched_at, in_reminder_scan = true,
      date_known_since = case
        when due.due_on = excluded.due_on and due.registration_number = excluded.registration_number then due.date_known_since
        else excluded.date_known_since
      end
  `.execute(tables(em));
};

/** Deletes the dates of a member's earlier car, and records when the car was changed. */
export const clearDueDatesOfEarlierCar = async (em: EntityManager, userId: string, now: Date): Promise<void> => {
  await tables(em).deleteFrom('watch_due_dates').where('userId', '=', userId).execute();
  await tables(em)
    .updateTable('watches')
    .set({ carChangedAt: now, updatedAt: now })
    .where('userId', '=', userId)
    .execute();
};
