import { sql } from 'kysely';
import { type AggregateTablePrivacy, purgeRuleOlderThan } from '../../kernel/table-privacy.ts';

const isSubject = sql`subject in (select user_id::text from person union all select email from addresses)`;

export const auditLogTablePrivacy = {
  audit_log: {
    rows: sql`(${isSubject} or actor_user_id = (select user_id from person))`,
    title: 'What staff, or you as staff, did',
    columns: sql`created_at as "at", action, case when ${isSubject} then details end as "details"`,
    omits: ['actor'],
    erase: { retained: 'What staff did, with ids that lead nowhere.' },
    purge: { auditLog: purgeRuleOlderThan('created_at') },
  },
} satisfies AggregateTablePrivacy;
