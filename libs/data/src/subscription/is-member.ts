import { type RawBuilder, sql } from 'kysely';

/**
 * Whether the row `table` (`subscriptions` or its alias) is of a member at `now`: what `isMember` and `membershipOf` of
 * `domain/membership` say, in SQL. In trial, or in a paid period; and not ended. `paying`: not those in their trial.
 */
export const isMemberRow = (
  table: string,
  now: Date,
  { paying = false }: { paying?: boolean } = {},
): RawBuilder<boolean> => {
  const at = sql`${now.toISOString()}::timestamptz`;
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const paid = sql`${column('status')} = 'active' and ${column('current_period_end')} > ${at}`;
  const runs = paying ? paid : sql`${paid} or ${column('status')} = 'trialing'`;
  return sql<boolean>`((${runs}) and (${column('ends_at')} is null or ${column('ends_at')} > ${at}))`;
};
