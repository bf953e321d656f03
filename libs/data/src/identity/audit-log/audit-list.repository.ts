import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';
import { countRowsUpToMax, type CappedTotal } from '../../kernel/list/capped-total.ts';
import { type KeysetPage, keysetPageClauses, type PagePosition, toKeysetPage } from '../../kernel/list/keyset-page.ts';

/** The filters of an audit search; undefined matches all. */
export interface AuditFilters {
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  /** From this instant inclusive, until `before` exclusive. */
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
export const findAuditEntries = async (
  em: EntityManager,
  filters: AuditFilters,
  place: PagePosition,
): Promise<KeysetPage<AuditEntryRow>> => {
  const { where, tail } = keysetPageClauses(place, { at: 'created_at', id: 'id' });
  const { rows } = await sql<AuditEntryRow>`
    select id, created_at as at, actor, action, subject, details from audit_log where ${conditionOf(filters)} and ${where} ${tail}
  `.execute(tables(em));
  return toKeysetPage(place, rows);
};

/** Counts the entries that match the filters, up to a thousand. */
export const countAuditEntries = (em: EntityManager, filters: AuditFilters): Promise<CappedTotal> =>
  countRowsUpToMax(em, 'audit_log', conditionOf(filters));

const conditionOf = ({ actor, action, subject, from, until }: AuditFilters): RawBuilder<boolean> => {
  const conditions = [
    ...(actor === undefined ? [] : [sql`actor = ${actor}`]),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(subject === undefined ? [] : [sql`subject = ${subject}`]),
    ...(from === undefined ? [] : [sql`created_at >= ${from.toISOString()}`]),
    ...(until === undefined ? [] : [sql`created_at < ${until.toISOString()}`]),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
};
