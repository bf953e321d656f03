import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

/** Tables whose rows are purged by their age only, with the column that dates them. */
const agedFrom = {
  audit_log: 'at',
  cancellation_codes: 'created_at',
  data_exports: 'created_at',
  data_requests: 'created_at',
  error_groups: 'last_seen',
  error_logs: 'timestamp',
  dead_letters: 'failed_at',
  inbound_texts: 'received_at',
  local_admin_sessions: 'created_at',
  password_resets: 'created_at',
  payments: 'paid_at',
  phone_codes: 'created_at',
  report_ready_mails: 'requested_at',
  reminders: 'planned_at',
  report_pdfs: 'created_at',
  report_shares: 'created_at',
  sign_in_requests: 'created_at',
  staff_sign_ins: 'created_at',
  stripe_events: 'received_at',
} as const;

export type AgedTable = keyof typeof agedFrom;

/**
 * Purges rows of a table from before `before`, with the rows that depend on them by a foreign key, up to a thousand at
 * a time; returns how many. Skips locked rows until the next purge.
 */
export const purgeByAge = async (em: EntityManager, table: AgedTable, before: Date): Promise<number> => {
  const deleted = await sql`
    delete from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where ${sql.ref(agedFrom[table])} < ${before.toISOString()}
      limit 1000 for update skip locked
    )
  `.execute(tables(em));
  return Number(deleted.numAffectedRows ?? 0);
};
