import type { EntityManager } from '@mikro-orm/postgresql';
import { queueMail } from '@ve/data/messaging/mails/queue-mail';
import { claimReportReadyMails } from '@ve/data/report/report-ready-mail.repository';

/**
 * Queues the mails of those who wait for the report on a vehicle, if nothing runs for them any more. To be called in the
 * transaction that ends a fetch or a full check, after it is ended there. `registration` null: of all vehicles, for a
 * sweep. Returns how many.
 */
export const queueReportReadyMails = async (
  em: EntityManager,
  registration: string | null,
  { now, correlationId }: { now: Date; correlationId: string },
): Promise<number> => {
  const due = await claimReportReadyMails(em, registration, now);
  for (const { id, email } of due) {
    await queueMail(
      em,
      { template: 'report-ready', recipient: email, subjectId: id, uniqueKey: `report-ready.${id}` },
      { now, correlationId },
    );
  }
  return due.length;
};
