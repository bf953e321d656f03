import type { EntityManager } from '@mikro-orm/postgresql';
import { queueMail } from '../messaging/queue-message.ts';
import {
  claimReportReadyMails,
  addReportReadyMail,
  lockReportWorkInProgress,
} from '@ve/data/report/report-ready-mail.repository';
import type { Context } from '@ve/data/kernel/context';
import { consumeToken } from '@ve/data/jobs/limit/token-bucket.repository';
import { ProblemError } from '../kernel/problem-error.ts';

/** Mails of one account: ten at the same time, and ten a day. */
const perAccount = { capacity: 10, refillMs: 8_640_000 };

/** Counts a mail that was recorded for an account. @throws ProblemError `too-many-requests` beyond the account's limit */
export async function consumeReportReadyMailLimit(em: EntityManager, userId: string, now: Date): Promise<void> {
  const decision = await consumeToken(em, { key: `ready-mail:${userId}`, ...perAccount }, now);
  if (decision.taken) return;
  throw new ProblemError('too-many-requests', {
    retryAfterSeconds: Math.ceil(decision.retryAfterMs / 1_000),
    detail: 'We send one account at most ten of these e-mails in a day.',
  });
}

/**
 * Requests a mail for when no fetch or check runs for this vehicle any more; returns `ready-now` if none does. A second
 * request while the first waits changes nothing.
 * @throws ProblemError `too-many-requests` beyond the account's limit
 */
export const requestReportReadyMail = (
  { em, now }: Context,
  report: { userId: string; registration: string },
): Promise<'will-be-sent' | 'ready-now'> =>
  em.transactional(async (transaction) => {
    const at = now();
    if (!(await lockReportWorkInProgress(transaction, report))) return 'ready-now';
    if (await addReportReadyMail(transaction, report, at)) {
      await consumeReportReadyMailLimit(transaction, report.userId, at);
    }
    return 'will-be-sent';
  });

/**
 * Queues the mails that are due to readers who wait for the report on a vehicle: no fetch or check is still running for
 * them, and sources that are asked again have answered or are no longer asked. Call it in the transaction that ends a
 * fetch or a full check, after ending it. `registration` null: all vehicles. Returns how many.
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

/** Queues the mails that are due to the readers of all vehicles, for a sweep. */
export const queueAllReportReadyMails = (em: EntityManager, now: Date): Promise<number> =>
  em.transactional((transaction) => queueReportReadyMails(transaction, null, { now, correlationId: 'maintenance' }));
