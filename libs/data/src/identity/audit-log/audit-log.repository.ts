import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../../entities.ts';

export interface NewAuditEntry {
  /** The actor: an e-mail address or a command. */
  actor: string;
  actorUserId?: string;
  /** `release.published` */
  action: string;
  subject?: string;
  details?: Record<string, unknown>;
}

/** Adds an entry to the audit log, in the caller's transaction if there is one. */
export const writeAuditEntry = async (em: EntityManager, record: NewAuditEntry, now: Date): Promise<void> => {
  await tables(em)
    .insertInto('audit_log')
    .values({
      createdAt: now,
      actor: record.actor,
      actorUserId: record.actorUserId ?? null,
      action: record.action,
      subject: record.subject ?? null,
      details: record.details ?? {},
    })
    .execute();
};
