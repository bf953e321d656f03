import { defineEntity, p } from '@mikro-orm/postgresql';
import {
  instantColumn,
  newestFirstIndexColumns,
  phoneFormatCheck,
  textSidFormatCheck,
  uuidPrimaryKey,
} from '../../kernel/entity-columns.ts';

/** One text to one number: its recipient, subject row and outcome; never its content. */
export const textEntity = defineEntity({
  name: 'Text',
  tableName: 'texts',
  properties: {
    id: uuidPrimaryKey(),
    /** A key of `contracts/texts`; a newer release may write one unknown to this release. */
    template: p.text(),
    /** E.164. */
    recipient: p.text(),
    /** The row that the text is about, in the table that its template implies. */
    subjectId: p.uuid().nullable(),
    /** A second text with the same key is never written. */
    uniqueKey: p.text().unique('texts_unique_key_unique'),
    createdAt: instantColumn(),
    /** Lease of the worker that is sending it. */
    claimedUntil: instantColumn().nullable(),
    /** Since when the vendor may have it although its response is unknown. */
    attemptedAt: instantColumn().nullable(),
    /** When the last of those attempts started. */
    lastAttemptAt: instantColumn().nullable(),
    /** When the vendor accepted it. */
    sentAt: instantColumn().nullable(),
    /** The vendor's id. */
    vendorMessageId: p.text().nullable().unique('texts_vendor_message_id_unique'),
    segments: p.smallint().nullable(),
    /** Millionths of a pound. */
    priceMicros: p.integer().nullable(),
    /** When the network confirmed that it arrived. */
    deliveredAt: instantColumn().nullable(),
    /** When the vendor was asked for its state because no receipt had arrived. */
    statusRequestedAt: instantColumn().nullable(),
    failedAt: instantColumn().nullable(),
    /** Why it failed, with the vendor's code: `unreachable 30003`. */
    failure: p.text().nullable(),
    skippedAt: instantColumn().nullable(),
    /** Why nothing was sent: `stopped`, `not-needed`. */
    skipReason: p.text().nullable(),
  },
  indexes: [
    { name: 'texts_recipient_template_created_at_index', properties: ['recipient', 'template', 'createdAt'] },
    { name: 'texts_subject_id_index', properties: ['subjectId'] },
    {
      name: 'texts_created_at_id_index',
      properties: ['createdAt', 'id'],
      columns: newestFirstIndexColumns('created_at'),
    },
    {
      name: 'texts_failed_at_id_index',
      properties: ['failedAt', 'id'],
      columns: newestFirstIndexColumns('failed_at'),
      where: 'failed_at is not null',
    },
    {
      name: 'texts_without_receipt_index',
      properties: ['sentAt'],
      where: 'sent_at is not null and delivered_at is null and failed_at is null',
    },
  ],
  checks: [
    { name: 'texts_template_check', expression: `template ~ '^[a-z]+(-[a-z]+)*$' and length(template) <= 60` },
    { name: 'texts_recipient_check', expression: phoneFormatCheck('recipient') },
    { name: 'texts_unique_key_check', expression: 'length(unique_key) >= 1 and length(unique_key) <= 200' },
    {
      name: 'texts_vendor_message_id_check',
      expression: `(vendor_message_id is null) = (sent_at is null) and ${textSidFormatCheck('vendor_message_id')}`,
    },
    { name: 'texts_segments_check', expression: 'segments >= 1 and segments <= 10' },
    { name: 'texts_price_micros_check', expression: 'price_micros >= 0' },
    { name: 'texts_delivered_at_check', expression: 'delivered_at is null or sent_at is not null' },
    {
      name: 'texts_failure_check',
      expression: `(failed_at is null) = (failure is null) and failure ~ '^[a-z]+(-[a-z]+)*( [0-9]{3,5})?$'`,
    },
    {
      name: 'texts_skip_reason_check',
      expression: `(skipped_at is null) = (skip_reason is null) and skip_reason ~ '^[a-z]+(-[a-z]+)*$'`,
    },
    {
      name: 'texts_end_check',
      expression: 'num_nonnulls(delivered_at, failed_at, skipped_at) <= 1 and num_nonnulls(sent_at, skipped_at) <= 1',
    },
  ],
});
