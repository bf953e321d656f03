import type { EntityManager } from '@mikro-orm/postgresql';
import { queueMail } from '../messaging/queue-message.ts';
import { claimReportReadyMails } from '@ve/data/report/report-ready-mail.repository';

/**
 * Queues the mails of users who wait for the report on a vehicle, if no fetch or check is still running for them. Call it in
 * the transaction that ends a fetch or a full check, after ending it. `registration` null: all vehicles. Returns how many.
 */
export const queueReportReadyMails = async (
  em: EntityManager,
  registration: string | null,
  { now, correlationId }: { now: Date; correlationId: string },
): Promise<number> => {
  const due = await claimReportReadyMails(em, registration, now);
  for (const { id, email } of due) {
    await queueMail(em, { template: 'report-ready', recipient: email, subjectId: id }, { now, correlationId });
  }
  return due.length;
};

/** Queues the mails of all users whose report is ready, for a sweep. */
export const queueAllReportReadyMails = (em: EntityManager, now: Date): Promise<number> =>
  em.transactional((transaction) => queueReportReadyMails(transaction, null, { now, correlationId: 'maintenance' }));
