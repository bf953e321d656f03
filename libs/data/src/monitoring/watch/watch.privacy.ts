import { sql } from 'kysely';
import { type AggregateTablePrivacy, deletedWithUserPrivacy, purgeRuleOlderThan } from '../../kernel/table-privacy.ts';

export const watchTablePrivacy = {
  watches: {
    ...deletedWithUserPrivacy,
    title: 'How you want to be told of your vehicle',
    columns: sql`email_on as "byEmail", sms_on as "byText", leads as "onWhichDays", quiet_from as "quietFromHour",
        quiet_until as "quietUntilHour", paused, paused_until as "pausedUntil",
        disabled_alerts as "alertsSwitchedOff", postcode, latitude, longitude, calendar_version > 0 as "hasCalendar",
        car_changed_at as "vehicleChangedAt", preferences_changed_at as "remindersChosenAt", created_at as "begunAt",
        updated_at as "updatedAt"`,
  },
  watch_due_dates: {
    ...deletedWithUserPrivacy,
    title: 'What falls due',
    columns: sql`kind, registration_number as "registration", due_on as "dueOn", source, no_date_reason as "whyNoDate",
        fetched_at as "readAt", attempted_at as "sourceAskedAt", date_known_since as "knownSince"`,
  },
  reminders: {
    ...deletedWithUserPrivacy,
    title: 'Reminders',
    columns: sql`registration_number as "registration", kind, due_on as "dueOn", lead_days as "daysBefore", channel, late,
        planned_at as "plannedAt", finished_at as "doneAt", skip_reason as "whyItWasNotSent"`,
    namedBy: ['id'],
    purge: { reminders: purgeRuleOlderThan('planned_at') },
  },
} satisfies AggregateTablePrivacy;
