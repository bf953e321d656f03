import type { Context } from '@ve/data/kernel/context';
import { beginDataExport } from '@ve/data/privacy/my-data/data-export.repository';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { consumeClientLimit } from '../jobs/client-limit.ts';

/** Limits the complete copies of one user. */
const byUser = { name: 'data-export', perHour: 6 } as const;

/**
 * Queues a copy of a user's data, in the caller's transaction; returns the pending one if there is one.
 * @throws ProblemError `too-many-requests`
 */
export async function startExportOf(
  transaction: Context['em'],
  userId: string,
  { now, correlationId }: { now: Date; correlationId: string },
): ReturnType<typeof beginDataExport> {
  const row = await beginDataExport(transaction, userId, now);
  if (row.isNew) {
    await consumeClientLimit(transaction, byUser, userId, now);
    await addToOutbox(transaction, 'data-exports.create', { exportId: row.id, correlationId }, { now });
  }
  return row;
}
