import type { EntityManager } from '@mikro-orm/postgresql';
import type { AlertKind } from '@ve/domain/monitoring/alerts/alert';
import type { ReminderChannel, ReminderKind, ReminderLeadDays } from '@ve/domain/monitoring/reminders/reminder';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import type { KeysetCursor } from '../../kernel/list/keyset-page.ts';

/** Converts the instants of a row that PostgreSQL returned as JSON, where they are text, to `Date`s. */
const parseInstantColumns = <Row extends object>(row: Row, names: readonly (keyof Row)[]): Row => ({
  ...row,
  ...Object.fromEntries(
    names.map((name) => {
      const at = row[name];
      return [name, typeof at === 'string' ? new Date(at) : at];
    }),
  ),
});

/** A reminder, or an alert by one channel, with the outcome of its mail or text; null where there is none. */
export interface WatchMessageRow {
  id: string;
  /** When it was planned, which orders the list. */
  at: Date;
  registration: string;
  channel: ReminderChannel;
  about:
    | { what: 'reminder'; kind: ReminderKind; dueOn: IsoDate; lead: ReminderLeadDays; late: boolean }
    | { what: 'alert'; kind: AlertKind };
  /** For a reminder: when it was passed to mails or texts, and why it was skipped. */
  endedAt: Date | null;
  skipReason: string | null;
  message: {
    attemptedAt: Date | null;
    sentAt: Date | null;
    deliveredAt: Date | null;
    failedAt: Date | null;
    failure: string | null;
    skippedAt: Date | null;
    skipReason: string | null;
  } | null;
}

const mail = sql`jsonb_build_object('attemptedAt', null, 'sentAt', mails.sent_at, 'deliveredAt', null,
  'failedAt', coalesce(mails.bounced_at, mails.failed_at),
  'failure', case when mails.bounced_at is not null then 'bounce' else mails.failure end, 'skippedAt', mails.skipped_at, 'skipReason', mails.skip_reason)`;
const text = sql`jsonb_build_object('attemptedAt', texts.attempted_at, 'sentAt', texts.sent_at,
  'deliveredAt', texts.delivered_at, 'failedAt', texts.failed_at, 'failure', texts.failure,
  'skippedAt', texts.skipped_at, 'skipReason', texts.skip_reason)`;

const alert = sql`jsonb_build_object('what', 'alert', 'kind', kind)`;

/** A text that did not arrive is sent again as a new one, whose outcome counts. */
const isLatestText = sql`not exists (
  select from texts again where again.subject_id = texts.subject_id and again.template = texts.template
    and (again.created_at, again.id) > (texts.created_at, texts.id)
)`;

/**
 * A member's reminders and alerts, of every car, newest first, at most `limit`; `before`: only those older than this
 * one.
 */
export const listWatchMessages = async (
  em: EntityManager,
  userId: string,
  { before, limit }: { before: KeysetCursor | null; limit: number },
): Promise<WatchMessageRow[]> => {
  const page = (at: ReturnType<typeof sql>, id: ReturnType<typeof sql>) => sql`
    ${before === null ? sql`` : sql`and (${at}, ${id}) < (${before.at.toISOString()}::timestamptz, ${before.id}::uuid)`}
    order by ${at} desc, ${id} desc limit ${limit}`;
  const found = await sql<WatchMessageRow>`
    select * from (
      (select reminders.id, planned_at as at, registration_number as registration, channel,
        jsonb_build_object('what', 'reminder', 'kind', kind, 'dueOn', due_on, 'lead', lead_days, 'late', late) as about,
        finished_at as "endedAt", reminders.skip_reason as "skipReason",
        case when mails.id is not null then ${mail} when texts.id is not null then ${text} end as message
      from reminders
      left join mails on channel = 'email' and mails.subject_id = reminders.id and mails.template = 'reminder'
      left join texts on channel = 'sms' and texts.subject_id = reminders.id and texts.template = 'reminder' and ${isLatestText}
      where user_id = ${userId} ${page(sql`planned_at`, sql`reminders.id`)})
      union all
      (select mails.id, mails.created_at, registration_number, 'email', ${alert}, null, null, ${mail}
      from watch_events join mails on mails.subject_id = watch_events.id and mails.template = 'alert'
      where user_id = ${userId} ${page(sql`mails.created_at`, sql`mails.id`)})
      union all
      (select texts.id, texts.created_at, registration_number, 'sms', ${alert}, null, null, ${text}
      from watch_events join texts on texts.subject_id = watch_events.id and texts.template = 'alert' and ${isLatestText}
      where user_id = ${userId} ${page(sql`texts.created_at`, sql`texts.id`)})
    ) message order by at desc, id desc limit ${limit}
  `.execute(tables(em));
  return found.rows.map((row) => ({
    ...row,
    message:
      row.message &&
      parseInstantColumns(row.message, ['attemptedAt', 'sentAt', 'deliveredAt', 'failedAt', 'skippedAt']),
  }));
};
