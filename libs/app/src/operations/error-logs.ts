import type { EndpointAnswerBody } from '@ve/contracts/endpoint';
import type { reopenErrorGroupEndpoint, solveErrorGroupEndpoint } from '@ve/contracts/http/operations/admin-error-logs';
import type { Context } from '@ve/data/kernel/context';
import {
  fingerprintOfErrorGroup,
  markErrorGroupOpen,
  markErrorGroupSolved,
  separateWaitingErrorReport,
  errorLogDedupeId,
} from '@ve/data/operations/error-log/error-group.repository';
import { auditStaffAction, actingStaffOf } from '../identity/staff/staff-audit.ts';
import { ProblemError } from '../kernel/problem-error.ts';
import { writeErrorLog } from '@ve/data/operations/error-log/error-log.repository';
import type { JobUseCase } from '../job-context.ts';
import type { ErrorLogEntry } from '@ve/contracts/http/jobs/error-logs';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { errorFingerprint } from '@ve/domain/jobs/error-log/fingerprint';

/** Queues a browser's scrubbed report of an error, with its signed-in user. */
export const enqueueErrorReport = ({ em, now, correlationId, actor }: Context, entry: ErrorLogEntry): Promise<void> => {
  const at = now();
  const fingerprint = errorFingerprint(entry);
  const userId = 'userId' in actor ? actor.userId : null;
  const payload = { entry, userId, receivedAt: at.toISOString(), fingerprint, correlationId };
  const order = { now: at, dedupeId: errorLogDedupeId(fingerprint) };
  return em.transactional((transaction) => addToOutbox(transaction, { jobName: 'error-logs.write', payload }, order));
};

/** Stores an error reported by a browser; idempotent. */
export const storeErrorLog: JobUseCase<'error-logs.write'> = (
  { entry, userId = null, receivedAt, fingerprint },
  { em, complete },
) =>
  em.transactional(async (transaction) => {
    if (!(await complete(transaction))) return;
    await writeErrorLog(transaction, entry, { fingerprint, userId, receivedAt: new Date(receivedAt) });
  });

/** An error of the browsers, and why staff change its state. */
interface ErrorChange {
  id: string;
  reason: string;
}

/** Marks an error as solved and audits it. @throws ProblemError `not-found` for an unknown id */
export const solveErrorByStaff = (
  context: Context,
  { id, reason }: ErrorChange,
): Promise<EndpointAnswerBody<typeof solveErrorGroupEndpoint>> =>
  context.em.transactional(async (em) => {
    await separateWaitingErrorReport(em, await requireErrorGroupFingerprint(em, id));
    // Read only now: reports received before this are in the group, or count as before it was solved.
    const now = context.now();
    const { userId } = actingStaffOf(context.actor);
    if (!(await markErrorGroupSolved(em, id, { userId, now }))) return { outcome: 'was-solved' };
    await auditStaffAction(em, context, { action: 'error.solved', subject: id, reason });
    return { outcome: 'solved' };
  });

/** Opens a solved error again and audits it. @throws ProblemError `not-found` for an unknown id */
export const reopenErrorByStaff = (
  context: Context,
  { id, reason }: ErrorChange,
): Promise<EndpointAnswerBody<typeof reopenErrorGroupEndpoint>> =>
  context.em.transactional(async (em) => {
    await requireErrorGroupFingerprint(em, id);
    if (!(await markErrorGroupOpen(em, id))) return { outcome: 'was-open' };
    await auditStaffAction(em, context, { action: 'error.reopened', subject: id, reason });
    return { outcome: 'reopened' };
  });

/** The fingerprint of an error. @throws ProblemError `not-found` for an unknown id */
export const requireErrorGroupFingerprint = async (em: Context['em'], id: string): Promise<string> => {
  const fingerprint = await fingerprintOfErrorGroup(em, id);
  if (fingerprint === null) throw new ProblemError('not-found');
  return fingerprint;
};
