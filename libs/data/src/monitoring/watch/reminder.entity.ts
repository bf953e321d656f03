import { defineEntity, p } from '@mikro-orm/postgresql';
import {
  reminderChannels,
  type ReminderChannel,
  type ReminderKind,
  reminderKinds,
  type ReminderLeadDays,
  reminderLeadDays,
} from '@ve/domain/monitoring/reminders/reminder';
import { foreignKey, instantColumn, registrationFormatCheck, uuidPrimaryKey } from '../../kernel/entity-columns.ts';
import { userEntity } from '../../identity/user/user.entity.ts';

const quoted = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** One reminder of a member by one channel: the record of what was sent, or why it was not. */
export const reminderEntity = defineEntity({
  name: 'Reminder',
  tableName: 'reminders',
  properties: {
    id: uuidPrimaryKey(),
    user: () => foreignKey(userEntity, 'cascade').index(false),
    registrationNumber: p.text(),
    kind: p.text().$type<ReminderKind>(),
    dueOn: p.date(),
    leadDays: p.smallint().$type<ReminderLeadDays>(),
    channel: p.text().$type<ReminderChannel>(),
    /** It was, or is to be, sent on a later day than planned. */
    late: p.boolean().default(false),
    plannedAt: instantColumn(),
    /** How often its job was queued again because the one before did not end it. */
    enqueueCount: p.integer().default(0),
    /** When it was passed to mails or texts, or skipped. */
    finishedAt: instantColumn().nullable(),
    /** Null when it was passed on. */
    skipReason: p.text().nullable(),
  },
  uniques: [
    // At most one is ever sent, regardless of how often and by which process it is planned.
    {
      name: 'reminders_once_unique',
      properties: ['user', 'registrationNumber', 'kind', 'dueOn', 'leadDays', 'channel'],
    },
  ],
  indexes: [
    { name: 'reminders_user_id_planned_at_index', properties: ['user', 'plannedAt', 'id'] },
    { name: 'reminders_open_index', properties: ['plannedAt', 'id'], where: 'finished_at is null' },
    { name: 'reminders_planned_at_index', properties: ['plannedAt'] },
  ],
  checks: [
    { name: 'reminders_registration_number_check', expression: registrationFormatCheck('registration_number') },
    { name: 'reminders_kind_check', expression: `kind in (${quoted(reminderKinds)})` },
    // A second check, because Postgres stores a negative number in a different form than it was written.
    {
      name: 'reminders_lead_days_check',
      expression: `lead_days + 1 in (${reminderLeadDays.map((lead) => lead + 1).join(', ')})`,
    },
    { name: 'reminders_enqueue_count_check', expression: 'enqueue_count >= 0' },
    { name: 'reminders_channel_check', expression: `channel in (${quoted(reminderChannels)})` },
    {
      name: 'reminders_skip_reason_check',
      expression: `skip_reason is null or (finished_at is not null and skip_reason ~ '^[a-z]+(-[a-z]+)*$')`,
    },
  ],
});
