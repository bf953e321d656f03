import type { EntityManager } from '@mikro-orm/postgresql';
import type { CaseKind } from '@ve/domain/messaging/contact/case-kinds';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';
import { type CappedTotal, maxCountedRows, toCappedTotal } from '../../kernel/list/capped-total.ts';

/** The conditions of the partial indexes for open cases. */
export const isOpenContactMessageSql = sql<boolean>`state in ('received', 'escalated')`;
export const isOpenDataDisputeSql = sql<boolean>`answered_at is null and closed_at is null`;

const isDue = (at: Date | undefined): RawBuilder<unknown> =>
  at === undefined ? sql`true` : sql`due_at < ${at.toISOString()}`;

/** Counts open cases up to a thousand; with `overdueAt`, those whose promised time has passed by then. */
export const countOpenCases = async (
  em: EntityManager,
  { overdueAt }: { overdueAt?: Date } = {},
): Promise<CappedTotal> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      (select from contact_messages where ${isOpenContactMessageSql} and ${isDue(overdueAt)} limit ${maxCountedRows + 1})
      union all (select from disputes where ${isOpenDataDisputeSql} and ${isDue(overdueAt)} limit ${maxCountedRows + 1})
    ) found
  `.execute(tables(em));
  return toCappedTotal(rows[0]?.count ?? 0);
};

/** Counts the open cases of each kind whose promised time has passed; a kind without one is left out. */
export const countOverdueCases = async (em: EntityManager, now: Date): Promise<{ kind: CaseKind; count: number }[]> => {
  const { rows } = await sql<{ kind: CaseKind; count: number }>`
    select kind, count(*)::integer as count from (
      select kind from contact_messages where ${isOpenContactMessageSql} and ${isDue(now)}
      union all select 'dispute' from disputes where ${isOpenDataDisputeSql} and ${isDue(now)}
    ) found group by kind
  `.execute(tables(em));
  return rows;
};
