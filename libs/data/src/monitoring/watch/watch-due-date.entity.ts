import { defineEntity, p } from '@mikro-orm/postgresql';
import type { DueDateEntry } from '@ve/contracts/http/monitoring/watch';
import { type ReminderKind, reminderKinds } from '@ve/domain/monitoring/reminders/reminder';
import { foreignKey, instantColumn, registrationFormatCheck } from '../../kernel/entity-columns.ts';
import { userEntity } from '../../identity/user/user.entity.ts';

/** A due date of a member's car, as last read. A row of another registration than the subscription's is obsolete. */
export const watchDueDateEntity = defineEntity({
  name: 'WatchDueDate',
  tableName: 'watch_due_dates',
  properties: {
    user: () => foreignKey(userEntity, 'cascade').primary().index(false),
    kind: p.text().$type<ReminderKind>().primary(),
    registrationNumber: p.text(),
    dueOn: p.date().nullable(),
    source: p.text().$type<NonNullable<DueDateEntry['source']>>().nullable(),
    /** Why no date is known or due. */
    noDateReason: p.text().$type<NonNullable<DueDateEntry['why']>>().nullable(),
    /** When the source last returned it, or the member entered it; null: not read yet. */
    fetchedAt: instantColumn().nullable(),
    /** When the source was last requested, with or without a response. */
    attemptedAt: instantColumn().nullable(),
    /** Since when this date is known: reminders due before that day were not missed. */
    dateKnownSince: instantColumn(),
    /** Whether the reminder scan reads it: false while the membership does not run. */
    inReminderScan: p.boolean().default(true),
  },
  indexes: [
    { name: 'watch_due_dates_scan_index', properties: ['dueOn', 'user', 'kind'], where: 'in_reminder_scan' },
    { name: 'watch_due_dates_fetched_at_index', properties: ['kind', 'fetchedAt'], where: `kind in ('tax', 'mot')` },
    { name: 'watch_due_dates_registration_number_index', properties: ['registrationNumber'] },
  ],
  checks: [
    {
      name: 'watch_due_dates_kind_check',
      expression: `kind in (${reminderKinds.map((kind) => `'${kind}'`).join(', ')})`,
    },
    { name: 'watch_due_dates_registration_number_check', expression: registrationFormatCheck('registration_number') },
    { name: 'watch_due_dates_source_check', expression: `source in ('DVLA', 'DVSA', 'UKVD', 'member')` },
    {
      name: 'watch_due_dates_no_date_reason_check',
      expression: `no_date_reason is null or (due_on is null and no_date_reason ~ '^[a-z]+(-[a-z]+)*$')`,
    },
  ],
});
