import { writeErrorLog } from '@ve/data/operations/error-log/error-log.repository';
import type { JobUseCase } from '../job-context.ts';

/** Stores an error reported by a browser; idempotent. */
export const storeErrorLog: JobUseCase<'error-logs.write'> = (
  { entry, userId = null, receivedAt, fingerprint },
  { em, complete },
) =>
  em.transactional(async (transaction) => {
    if (!(await complete(transaction))) return;
    await writeErrorLog(transaction, entry, { fingerprint, userId, receivedAt: new Date(receivedAt) });
  });
