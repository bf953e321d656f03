import type { Context } from '@ve/data/kernel/context';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import {
  beginDataExport,
  type DataExportRow,
  failDataExport,
  lockPendingExport,
  completeDataExport,
} from '@ve/data/privacy/my-data/data-export.repository';
import { consumeClientLimit } from '../jobs/client-limit.ts';
import { queueMail } from '../messaging/queue-message.ts';
import type { JobUseCase } from '../job-context.ts';

/** Limits the complete copies of one user. */
const byUser = { name: 'data-export', perHour: 6 } as const;

/**
 * Queues a copy of a user's data; returns the pending one if there is one.
 * @throws ProblemError `too-many-requests`
 */
export const startDataExport = (
  { em, now, correlationId }: Context,
  { userId }: { userId: string },
): Promise<DataExportRow & { isNew: boolean }> =>
  em.transactional((transaction) => queueDataExport(transaction, userId, { now: now(), correlationId }));

/** As `startDataExportEndpoint`, in the caller's transaction. */
export const queueDataExport = async (
  transaction: Context['em'],
  userId: string,
  { now, correlationId }: { now: Date; correlationId: string },
): Promise<DataExportRow & { isNew: boolean }> => {
  const row = await beginDataExport(transaction, userId, now);
  if (row.isNew) {
    await consumeClientLimit(transaction, { limit: byUser, client: userId }, now);
    await addToOutbox(
      transaction,
      { jobName: 'data-exports.create', payload: { exportId: row.id, correlationId } },
      { now },
    );
  }
  return row;
};

/**
 * Makes a data export and its mail in one transaction: a run that dies leaves nothing behind, and a second one finds
 * the work done. Does nothing for an account that was deleted in the meantime.
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
