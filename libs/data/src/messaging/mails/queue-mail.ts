import type { EntityManager } from '@mikro-orm/postgresql';
import { addToOutbox } from '../../jobs/outbox/outbox.repository.ts';
import { addMail, type NewMail } from './mail.repository.ts';

/**
 * Writes a mail and the job that sends it into the caller's transaction: it is sent if and only if that commits. A mail
 * whose key already exists is not written again.
 */
export const queueMail = async (
  em: EntityManager,
  mail: NewMail,
  { now, correlationId }: { now: Date; correlationId: string },
): Promise<void> => {
  const mailId = await addMail(em, mail, now);
  if (mailId !== null) await addToOutbox(em, 'mails.send', { mailId, correlationId }, { now });
};
