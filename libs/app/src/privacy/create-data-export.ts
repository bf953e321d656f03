import { queueMail } from '../messaging/queue-message.ts';
import { failDataExport, lockPendingExport, completeDataExport } from '@ve/data/privacy/my-data/data-export.repository';
import type { JobUseCase } from '../job-context.ts';

/**
 * Makes a data export and its mail in one transaction: a run that dies leaves nothing behind, and a second one finds the
 * work done. Does nothing for an account that was deleted in the meantime.
 */
export const createDataExport: JobUseCase<'data-exports.create'> = async ({ exportId }, context) => {
  const { em, now, correlationId, lastAttempt } = context;
  try {
    await em.transactional(async (transaction) => {
      const at = now();
      const user = await lockPendingExport(transaction, exportId);
      if (user !== null && (await completeDataExport(transaction, { id: exportId, userId: user.userId }, at))) {
        const mail = { template: 'data-export-ready', recipient: user.email, subjectId: exportId } as const;
        await queueMail(transaction, mail, { now: at, correlationId });
      }
      await context.complete(transaction);
    });
  } catch (error) {
    // Otherwise the page would keep its user waiting.
    if (lastAttempt) await failDataExport(em, exportId, now());
    throw error;
  }
};
