import type { ErrorLogEntry } from '@ve/contracts/http/jobs/error-logs';
import type { Context } from '@ve/data/kernel/context';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { errorLogDedupeId } from '@ve/data/operations/error-log/error-log-dedupe-id';
import { errorFingerprint } from '@ve/domain/jobs/error-log/fingerprint';

/** Queues a browser's scrubbed report of an error, with its signed-in user. */
export const queueErrorLog = ({ em, now, correlationId, actor }: Context, entry: ErrorLogEntry): Promise<void> => {
  const at = now();
  const fingerprint = errorFingerprint(entry);
  const userId = 'userId' in actor ? actor.userId : null;
  const payload = { entry, userId, receivedAt: at.toISOString(), fingerprint, correlationId };
  const order = { now: at, dedupeId: errorLogDedupeId(fingerprint) };
  return em.transactional((transaction) => addToOutbox(transaction, { jobName: 'error-logs.write', payload }, order));
};
