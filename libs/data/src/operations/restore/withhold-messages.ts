import type { EntityManager } from '@mikro-orm/postgresql';
import type { JobName } from '@ve/contracts/jobs';
import type { MessageSkipReason } from '@ve/domain/messaging/message-skip-reason';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';
import { membershipInStateSql } from '../../membership/subscription/membership-sql.ts';

/** The correlation id of the jobs that `after-restore` writes. */
export const restoreCorrelationId = 'after-restore';

const restored: MessageSkipReason = 'restored';

/** The number of messages of a kind that were not sent; `mail receipt`, `text reminder`. */
export interface WithheldMessages {
  kind: string;
  count: number;
}

const sendingJob = (name: JobName, key: string, id: RawBuilder<unknown>) =>
  sql`outbox.job_name = ${name} and outbox.payload ->> ${sql.lit(key)} = ${id}::text`;

const ofRun = (name: JobName, key: string, id: RawBuilder<unknown>) => sql`exists (
  select from outbox where ${sendingJob(name, key, id)} and outbox.payload ->> 'correlationId' = ${restoreCorrelationId}
)`;

/**
 * Marks as skipped, in the caller's transaction, every pending mail, text and reminder written until `until`, or by
 * `after-restore` itself, and removes the jobs that would send them: their recipients got them before the restore, or
 * they concern past events. Exceptions are the notice of a future charge, and the mail about a refunded payment.
 */
export const withholdMessages = async (em: EntityManager, until: Date, now: Date): Promise<void> => {
  const [to, at] = [until.toISOString(), now.toISOString()];
  await sql`
    with held as (
      update mails set skipped_at = ${at}, skip_reason = ${restored}, claimed_until = null
      where sent_at is null and failed_at is null and skipped_at is null
        and template <> 'returned-after-restore'
        and (created_at <= ${to} or ${ofRun('mails.send', 'mailId', sql`mails.id`)})
        and not (template = 'pre-charge' and exists (
          select from subscriptions
          where subscriptions.id = subject_id and ends_at is null and ${membershipInStateSql('subscriptions', ['trial'], now)}
        ))
      returning id
    )
    delete from outbox using held where ${sendingJob('mails.send', 'mailId', sql`held.id`)}
  `.execute(tables(em));
  await sql`
    with held as (
      update texts set skipped_at = ${at}, skip_reason = ${restored}, claimed_until = null
      where sent_at is null and failed_at is null and skipped_at is null
        and (created_at <= ${to} or ${ofRun('texts.send', 'textId', sql`texts.id`)})
      returning id
    )
    delete from outbox using held where ${sendingJob('texts.send', 'textId', sql`held.id`)}
  `.execute(tables(em));
  await sql`
    with held as (
      update reminders set finished_at = ${at}, skip_reason = ${restored}
      where finished_at is null and planned_at <= ${to} returning id
    )
    delete from outbox using held where ${sendingJob('reminders.send', 'reminderId', sql`held.id`)}
  `.execute(tables(em));
  await sql`
    update newsletter_issues set queued_at = ${at}
    where state = 'sending' and queued_at is null and started_at <= ${to}
  `.execute(tables(em));
  await tables(em)
    .updateTable('report_ready_mails')
    .set({ sentAt: until })
    .where('sentAt', 'is', null)
    .where('requestedAt', '<=', until)
    .execute();
};

/** Counts the messages withheld since `since`, by kind, including runs that were killed. */
export const countWithheldMessages = async (em: EntityManager, since: Date): Promise<WithheldMessages[]> => {
  const from = since.toISOString();
  const found = await sql<WithheldMessages>`
    select kind, count(*)::int as count from (
      select 'mail ' || template as kind from mails where skip_reason = ${restored} and skipped_at >= ${from}
      union all select 'text ' || template from texts where skip_reason = ${restored} and skipped_at >= ${from}
      union all select 'reminder ' || kind || ' by ' || channel from reminders
        where skip_reason = ${restored} and finished_at >= ${from}
      union all select 'mail report-ready' from report_ready_mails where sent_at = ${from}
    ) withheld group by kind order by kind
  `.execute(tables(em));
  return found.rows;
};

/**
 * Jobs that only synchronise rows with Stripe, repeat what was done there since the backup, or that a sweep queues
 * again.
 */
const doneByRestore: readonly JobName[] = [
  'sign-ups.complete',
  'subscriptions.sync',
  'subscriptions.cancel',
  'subscriptions.withdraw-cancellation',
  'customers.sync',
  'subscriptions.apply-change',
];

/** Removes the jobs written until `until` whose work `after-restore` has done, or that were done before the restore. */
export const removeJobsDoneByRestore = async (em: EntityManager, until: Date): Promise<void> => {
  await tables(em).deleteFrom('outbox').where('jobName', 'in', doneByRestore).where('createdAt', '<=', until).execute();
};

/** Counts the jobs written until `until` that run when the workers start, by name. */
export const countPendingJobs = async (em: EntityManager, until: Date): Promise<WithheldMessages[]> => {
  const found = await sql<WithheldMessages>`
    select job_name as kind, count(*)::int as count from outbox
    where created_at <= ${until.toISOString()} and job_name <> all (${doneByRestore}::text[])
    group by job_name order by job_name
  `.execute(tables(em));
  return found.rows;
};
