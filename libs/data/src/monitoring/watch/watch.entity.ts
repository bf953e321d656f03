import { defineEntity, p } from '@mikro-orm/postgresql';
import type { AlertSwitch } from '@ve/domain/monitoring/alerts/alert';
import type { ReminderLeadSettings } from '@ve/domain/monitoring/reminders/reminder';
import { foreignKey, instantColumn, postcodeFormatCheck } from '../../kernel/entity-columns.ts';
import { userEntity } from '../../identity/user/user.entity.ts';

/** How a member is notified about their car, which is the one of the subscription. */
export const watchEntity = defineEntity({
  name: 'Watch',
  tableName: 'watches',
  properties: {
    user: () => foreignKey(userEntity, 'cascade').primary().index(false),
    emailOn: p.boolean().default(true),
    smsOn: p.boolean().default(false),
    leads: p.json<ReminderLeadSettings>(),
    /** Hours of the day in Europe/London. */
    quietFrom: p.smallint().default(21),
    quietUntil: p.smallint().default(8),
    paused: p.boolean().default(false),
    /** The first day after the pause. */
    pausedUntil: p.date().nullable(),
    disabledAlerts: p.json<AlertSwitch[]>().default('[]'),
    postcode: p.text().nullable(),
    latitude: p.double().nullable(),
    longitude: p.double().nullable(),
    /** The version of the secret address of the calendar feed; 0: there is none. */
    calendarVersion: p.integer().default(0),
    carChangedAt: instantColumn().nullable(),
    /** When channels, leads or the pause were last changed: reminders due before that day were not missed. */
    preferencesChangedAt: instantColumn(),
    createdAt: instantColumn(),
    updatedAt: instantColumn(),
  },
  checks: [
    { name: 'watches_leads_check', expression: `jsonb_typeof(leads) = 'object'` },
    {
      name: 'watches_quiet_check',
      expression: 'quiet_from >= 0 and quiet_from <= 23 and quiet_until >= 0 and quiet_until <= 23',
    },
    { name: 'watches_paused_until_check', expression: 'paused or paused_until is null' },
    { name: 'watches_alerts_off_check', expression: `jsonb_typeof(disabled_alerts) = 'array'` },
    { name: 'watches_postcode_check', expression: postcodeFormatCheck('postcode') },
    {
      name: 'watches_place_check',
      expression: 'num_nonnulls(latitude, longitude) <> 1 and (latitude is null or postcode is not null)',
    },
    { name: 'watches_calendar_version_check', expression: 'calendar_version >= 0' },
  ],
});
