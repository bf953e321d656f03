import { sql } from 'kysely';
import { isRowOfUserSql } from '../../kernel/rows-of-person.ts';
import { type AggregateTablePrivacy, purgeRuleOlderThan } from '../../kernel/table-privacy.ts';

export const errorLogTablePrivacy = {
  error_logs: {
    rows: isRowOfUserSql,
    title: 'Errors in your browser',
    columns: sql`error_type as "kind", error_message as "message", error_stack as "trace", component_name as "part",
        url as "page", user_agent as "browser", session_id as "browserSession", additional_data as "details",
        occurrences as "times", timestamp as "firstAt", last_seen as "lastAt"`,
    erase: 'rows',
    purge: { errorLogs: purgeRuleOlderThan('timestamp') },
  },
  error_groups: {
    notExported: 'How often each error was seen. Which member of staff marked it as solved is in the audit log.',
    // Errors that no other user met: their message comes from this person's reports.
    erase: {
      where: ({ userId }) => sql`fingerprint in (select fingerprint from error_logs where user_id = ${userId})
        and not exists (
          select from error_logs other
          where other.fingerprint = error_groups.fingerprint and other.user_id is distinct from ${userId}
        )`,
    },
    purge: { errorLogs: purgeRuleOlderThan('last_seen') },
  },
} satisfies AggregateTablePrivacy;
