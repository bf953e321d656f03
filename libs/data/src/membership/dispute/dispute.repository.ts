import type { EntityManager } from '@mikro-orm/postgresql';
import type { DataDisputeForm, DisputableReportSection } from '@ve/contracts/http/membership/disputes';
import type { SourceName } from '@ve/domain/vehicle/record/vehicle-record';
import { sql, type Selectable } from 'kysely';
import { type Tables, tables } from '../../entities.ts';
import { newCaseReference } from '../../messaging/contact/case-reference.ts';
import { caseDueAt } from '@ve/domain/messaging/contact/case-due';

export interface DataDisputeRow {
  id: string;
  reference: string;
  registration: string;
  section: DisputableReportSection;
  datum: string;
  /** As displayed; null when it was not available. */
  value: string | null;
  source: SourceName | null;
  /** When the source was read. */
  readAt: Date | null;
  message: string;
  email: string;
  /** The signed-in user. */
  userId: string | null;
  createdAt: Date;
  dueAt: Date;
}

interface AnsweredDispute extends DataDisputeRow {
  /** The answer mailed to the sender; null: nothing was mailed. */
  answer: string | null;
}

/** Serialises transactions that store disputes of one address, until the caller's transaction ends. */
export const lockDataDisputesOfEmail = async (em: EntityManager, email: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`dispute ${email}`}, 0))`.execute(tables(em));
};

/** Counts disputes of one address received after `since`. */
export const countDataDisputesOfEmail = async (em: EntityManager, email: string, since: Date): Promise<number> => {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from disputes where email = ${email} and created_at > ${since.toISOString()}
  `.execute(tables(em));
  return counted.rows[0]?.count ?? 0;
};

/** Whether an address has sent a dispute with this idempotency key. */
export const hasDataDisputeWithKey = async (
  em: EntityManager,
  { email, idempotencyKey }: Pick<DataDisputeForm, 'email' | 'idempotencyKey'>,
): Promise<boolean> => {
  if (idempotencyKey === undefined) return false;
  const found = await tables(em)
    .selectFrom('disputes')
    .select('id')
    .where('email', '=', email)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();
  return found !== undefined;
};

/** Stores a dispute; returns its id. */
export const addDataDispute = async (
  em: EntityManager,
  dispute: DataDisputeForm & { userId: string | null },
  now: Date,
): Promise<string> => {
  for (;;) {
    const added = await tables(em)
      .insertInto('disputes')
      .values({
        reference: newCaseReference(),
        registrationNumber: dispute.registration,
        section: dispute.section,
        datum: dispute.datum,
        value: dispute.value,
        source: dispute.source,
        fetchedAt: dispute.at === null ? null : new Date(dispute.at),
        message: dispute.message,
        email: dispute.email,
        userId: dispute.userId,
        idempotencyKey: dispute.idempotencyKey ?? null,
        createdAt: now,
        dueAt: caseDueAt('dispute', now),
      })
      // The reference may collide with another one: a chance of one in tens of billions.
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added) return added.id;
  }
};

/** Returns a dispute by its id, or null when there is none. */
export const findDataDispute = async (em: EntityManager, id: string): Promise<AnsweredDispute | null> => {
  const row = await tables(em).selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? { ...toDispute(row), answer: row.answer } : null;
};

const toDispute = (row: Selectable<Tables['disputes']>): DataDisputeRow => ({
  id: row.id,
  reference: row.reference,
  registration: row.registrationNumber,
  section: row.section,
  datum: row.datum,
  value: row.value,
  source: row.source,
  readAt: row.fetchedAt,
  message: row.message,
  email: row.email,
  userId: row.userId,
  createdAt: row.createdAt,
  dueAt: row.dueAt,
});
