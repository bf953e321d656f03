import type { Context } from '@ve/data/kernel/context';
import { beginDataExport } from '@ve/data/privacy/my-data/data-export.repository';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { consumeClientLimit } from '../../jobs/client-limit.ts';

/** Copies of one user, each of everything. */
const byUser = { name: 'data-export', perHour: 6 } as const;

/**
 * Has a copy of what is held about a user made, in the caller's transaction; while one is being made, that one is the
 * answer. @throws ProblemError `too-many-requests`
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
