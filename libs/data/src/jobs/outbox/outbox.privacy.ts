import { sql } from 'kysely';
import {
  type AggregateTablePrivacy,
  type SqlCondition,
  type ErasedAccount,
  purgeRuleOlderThan,
} from '../../kernel/table-privacy.ts';

const isNamedIn = ({ all }: ErasedAccount): SqlCondition =>
  sql`exists (select from jsonb_path_query(payload, '$.**') as part where part #>> '{}' = any (${all}))`;

export const outboxTablePrivacy = {
  outbox: {
    notExported:
      'Work that waits for seconds, by numbers of rows; an error on its way to the error logs is exported from there.',
    erase: { where: isNamedIn },
  },
  dead_letters: {
    notExported: 'Work that failed, by numbers of rows, and its error without what may identify a person.',
    erase: {
      where: (account) => sql`${isNamedIn(account)}
        or exists (select from unnest(${account.all}::text[]) as name where strpos(last_error, name) > 0)`,
    },
    purge: { failedTasks: purgeRuleOlderThan('failed_at') },
  },
} satisfies AggregateTablePrivacy;
