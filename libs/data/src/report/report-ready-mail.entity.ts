import { defineEntity, p } from '@mikro-orm/postgresql';
import {
  emailFormatCheck,
  foreignKey,
  instantColumn,
  registrationFormatCheck,
  uuidPrimaryKey,
} from '../kernel/entity-columns.ts';
import { userEntity } from '../identity/user/user.entity.ts';

/**
 * A reader who asked for one e-mail: when the slow sources have responded, or when sources that failed answer again.
 */
export const reportReadyMailEntity = defineEntity({
  name: 'ReportReadyMail',
  tableName: 'report_ready_mails',
  properties: {
    id: uuidPrimaryKey(),
    /** Null for a reader without an account, who entered `email`. */
    user: () => foreignKey(userEntity, 'cascade').nullable(),
    email: p.text().nullable(),
    registrationNumber: p.text(),
    requestedAt: instantColumn(),
    sentAt: instantColumn().nullable(),
    /** Until when sources of which none answered are asked again; null: only the work in progress is awaited. */
    retryUntil: instantColumn().nullable(),
    /** When they are asked next. */
    nextFetchAt: instantColumn().nullable(),
    fetchCount: p.integer().default(0),
  },
  uniques: [
    { name: 'report_ready_mails_waiting_unique', properties: ['registrationNumber', 'user'], where: 'sent_at is null' },
    {
      name: 'report_ready_mails_waiting_address_unique',
      properties: ['registrationNumber', 'email'],
      where: 'sent_at is null',
    },
  ],
  indexes: [
    { name: 'report_ready_mails_requested_at_index', properties: ['requestedAt'] },
    { name: 'report_ready_mails_next_fetch_at_index', properties: ['nextFetchAt'], where: 'sent_at is null' },
  ],
  checks: [
    {
      name: 'report_ready_mails_registration_number_check',
      expression: registrationFormatCheck('registration_number'),
    },
    { name: 'report_ready_mails_email_check', expression: emailFormatCheck('email') },
    // Only a reader of whose vehicle no source answered may leave an address without an account.
    {
      name: 'report_ready_mails_reader_check',
      expression: '(user_id is null) <> (email is null) and (email is null or retry_until is not null)',
    },
    {
      name: 'report_ready_mails_retry_check',
      expression: '(retry_until is null) = (next_fetch_at is null) and fetch_count >= 0',
    },
  ],
});
