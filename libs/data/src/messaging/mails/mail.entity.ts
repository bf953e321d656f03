import { defineEntity, p } from '@mikro-orm/postgresql';
import { mailStreams, type MailStream } from '@ve/contracts/mails';
import {
  emailFormatCheck,
  instantColumn,
  newestFirstIndexColumns,
  uuidPrimaryKey,
} from '../../kernel/entity-columns.ts';

/** One mail to one recipient: its recipient, subject row and outcome; never its text or a token. */
export const mailEntity = defineEntity({
  name: 'Mail',
  tableName: 'mails',
  properties: {
    /** Becomes the Message-ID. */
    id: uuidPrimaryKey(),
    /** A key of `contracts/mails`; a newer release may write one unknown to this release. */
    template: p.text(),
    stream: p.text().$type<MailStream>(),
    /** Null: our own support, whose address is configured in the workers. */
    recipient: p.text().nullable(),
    /** The row that the mail is about, in the table that its template implies. */
    subjectId: p.uuid().nullable(),
    /** A second mail with the same key is never written. */
    uniqueKey: p.text().unique('mails_unique_key_unique'),
    createdAt: instantColumn(),
    /** Lease of the worker that is sending it. */
    claimedUntil: instantColumn().nullable(),
    /** When our mail server accepted it. */
    sentAt: instantColumn().nullable(),
    /** When a later server reported that it could not be delivered after all. */
    bouncedAt: instantColumn().nullable(),
    failedAt: instantColumn().nullable(),
    /** Why it failed: `refused 550`, `timeout`. Never the mail server's text, which may contain an address. */
    failure: p.text().nullable(),
    skippedAt: instantColumn().nullable(),
    /** Why nothing was sent: `stream-stopped`, `not-needed`. */
    skipReason: p.text().nullable(),
  },
  indexes: [
    { name: 'mails_recipient_template_created_at_index', properties: ['recipient', 'template', 'createdAt'] },
    { name: 'mails_subject_id_index', properties: ['subjectId'] },
    {
      name: 'mails_created_at_id_index',
      properties: ['createdAt', 'id'],
      columns: newestFirstIndexColumns('created_at'),
    },
    {
      name: 'mails_failed_at_id_index',
      properties: ['failedAt', 'id'],
      columns: newestFirstIndexColumns('failed_at'),
      where: 'failed_at is not null',
    },
    {
      name: 'mails_skipped_at_id_index',
      properties: ['skippedAt', 'id'],
      columns: newestFirstIndexColumns('skipped_at'),
      where: 'skipped_at is not null',
    },
    {
      name: 'mails_waiting_index',
      properties: ['createdAt', 'id'],
      columns: newestFirstIndexColumns('created_at'),
      where: 'sent_at is null and failed_at is null and skipped_at is null',
    },
  ],
  checks: [
    { name: 'mails_template_check', expression: `template ~ '^[a-z]+(-[a-z]+)*$' and length(template) <= 60` },
    {
      name: 'mails_stream_check',
      expression: `stream in (${mailStreams.map((stream) => `'${stream}'`).join(', ')})`,
    },
    { name: 'mails_recipient_check', expression: emailFormatCheck('recipient') },
    { name: 'mails_unique_key_check', expression: 'length(unique_key) >= 1 and length(unique_key) <= 200' },
    {
      name: 'mails_failure_check',
      expression: `(failed_at is null) = (failure is null) and failure ~ '^[a-z]+(-[a-z]+)*( [0-9]{3})?$'`,
    },
    {
      name: 'mails_skip_reason_check',
      expression: `(skipped_at is null) = (skip_reason is null) and skip_reason ~ '^[a-z]+(-[a-z]+)*$'`,
    },
    { name: 'mails_bounced_at_check', expression: 'bounced_at is null or sent_at is not null' },
    { name: 'mails_end_check', expression: 'num_nonnulls(sent_at, failed_at, skipped_at) <= 1' },
  ],
});
