import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';
import { countUpTo, type CappedTotal } from '../../kernel/list/capped-total.ts';
import { type KeysetPage, pageClauses, type PagePlace, toPage } from '../../kernel/list/keyset-page.ts';

/** What an entry must match; undefined matches all. */
export interface AuditFilters {
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  /** From here on, and until before there. */
  from?: Date | undefined;
  until?: Date | undefined;
}

export interface AuditEntryRow {
  id: string;
  at: Date;
  actor: string;
  action: string;
  subject: string | null;
  details: Record<string, unknown>;
}

/** A page of the audit log, newest first. */
export const listAudit = async (
  em: EntityManager,
  filters: AuditFilters,
  place: PagePlace,
): Promise<KeysetPage<AuditEntryRow>> => {
  const { where, tail } = pageClauses(place, { at: 'at', id: 'id' });
  const { rows } = await sql<AuditEntryRow>`
    select id, at, actor, action, subject, details from audit_log where ${conditionOf(filters)} and ${where} ${tail}
  `.execute(tables(em));
  return toPage(place, rows);
};

/** How many entries the filters let through, counted up to a thousand. */
export const countAudit = (em: EntityManager, filters: AuditFilters): Promise<CappedTotal> =>
  countUpTo(em, 'audit_log', conditionOf(filters));

const conditionOf = ({ actor, action, subject, from, until }: AuditFilters): RawBuilder<boolean> => {
  const conditions = [
    ...(actor === undefined ? [] : [sql`actor = ${actor}`]),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(subject === undefined ? [] : [sql`subject = ${subject}`]),
    ...(from === undefined ? [] : [sql`at >= ${from.toISOString()}`]),
    ...(until === undefined ? [] : [sql`at < ${until.toISOString()}`]),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
};
