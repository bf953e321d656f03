import type { Context } from '@ve/data/kernel/context';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { beginDataExport, type DataExportRow } from '@ve/data/privacy/my-data/data-export.repository';
import { consumeClientLimit } from '../jobs/client-limit.ts';

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

/** As `startDataExport`, in the caller's transaction. */
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
