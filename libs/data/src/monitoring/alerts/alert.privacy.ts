import { sql } from 'kysely';
import {
  type AggregateTablePrivacy,
  deletedWithUserPrivacy,
  noPersonalDataPrivacy,
  purgeRuleOlderThan,
} from '../../kernel/table-privacy.ts';

export const alertTablePrivacy = {
  watch_events: {
    ...deletedWithUserPrivacy,
    title: 'What changed about the vehicle we watch for you',
    columns: sql`registration_number as "registration", kind, facts, detected_at as "learnedAt",
        text_send_after as "textWaitsUntil"`,
    namedBy: ['id'],
  },
  monthly_valuations: {
    ...deletedWithUserPrivacy,
    title: 'What the vehicle was worth',
    columns: sql`registration_number as "registration", month, value_pence as "pence", fetched_at as "readAt"`,
  },
  monitor_check_states: {
    ...deletedWithUserPrivacy,
    title: 'What we last knew of the vehicle we watch for you',
    columns: sql`aspect as "about", registration_number as "registration", last_result as "known", last_result_requested_at as "readAt",
        attempted_at as "lastTriedAt", failure as "whyItFailed", next_check_at as "nextLookAt"`,
  },
  mot_deltas: {
    key: 'filename',
    ...noPersonalDataPrivacy('Which of DVSA’s files of changes were read.'),
    purge: { motDeltas: purgeRuleOlderThan('source_created_at') },
  },
} satisfies AggregateTablePrivacy;
