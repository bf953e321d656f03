import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../../entities.ts';
import type { ContactMessageKind } from './contact-message.repository.ts';

export interface ComplaintRow {
  reference: string;
  state: 'received' | 'answered' | 'escalated' | 'closed';
  receivedAt: Date;
  escalatedAt: Date | null;
  answeredAt: Date | null;
  closedAt: Date | null;
}

/** Stores the hash of the token of a complaint's link, replacing an earlier one. */
export const setComplaintToken = async (em: EntityManager, id: string, tokenHash: string): Promise<void> => {
  await tables(em).updateTable('contact_messages').set({ statusTokenHash: tokenHash }).where('id', '=', id).execute();
};

/** Returns a complaint by the hash of its link's token, or null when there is none. */
export const findComplaintByToken = async (em: EntityManager, tokenHash: string): Promise<ComplaintRow | null> => {
  const row = await tables(em)
    .selectFrom('contact_messages')
    .select(['reference', 'state', 'receivedAt', 'escalatedAt', 'answeredAt', 'closedAt'])
    .where('statusTokenHash', '=', tokenHash)
    .executeTakeFirst();
  return row ?? null;
};

/** Deletes a complaint with the records of its mails. */
export const deleteComplaint = async (em: EntityManager, id: string): Promise<void> => {
  await tables(em).deleteFrom('mails').where('subjectId', '=', id).execute();
  await tables(em).deleteFrom('contact_messages').where('id', '=', id).execute();
};

/**
 * Locks the unanswered complaints that were received first, at most `limit`, until the caller's transaction ends. Skips
 * those that another process has locked.
 */
export const lockUnansweredComplaints = (
  em: EntityManager,
  limit: number,
): Promise<{ id: string; email: string; receivedAt: Date }[]> =>
  tables(em)
    .selectFrom('contact_messages')
    .select(['id', 'email', 'receivedAt'])
    .where('kind', '=', 'complaint')
    .where('state', '=', 'received')
    .orderBy('receivedAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

/** Marks complaints as escalated. */
export const markComplaintsEscalated = async (em: EntityManager, ids: readonly string[], now: Date): Promise<void> => {
  if (ids.length === 0) return;
  await tables(em)
    .updateTable('contact_messages')
    .set({ state: 'escalated', escalatedAt: now })
    .where('id', 'in', ids)
    .execute();
};

/** Returns the answer that is mailed to the sender of a message; null when it has none, or was deleted. */
export const findAnswerOfContactMessage = async (
  em: EntityManager,
  id: string,
): Promise<{ kind: ContactMessageKind; reference: string; answer: string; receivedAt: Date } | null> => {
  const row = await tables(em)
    .selectFrom('contact_messages')
    .select(['kind', 'reference', 'answer', 'receivedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row || row.answer === null) return null;
  return { kind: row.kind, reference: row.reference, answer: row.answer, receivedAt: row.receivedAt };
};
