import type { EntityManager } from '@mikro-orm/postgresql';
import { lockCustomer } from '@ve/data/membership/customer/customer.repository';
import { increaseRefundAfterFailedCheck } from '../membership/cancellation/increase-refund.ts';
import {
  type CheckResult,
  endFullCheck,
  failFullCheck,
  type FullCheckRow,
  recordCreditReturned,
} from '@ve/data/full-check/full-check.repository';
import { queueMail } from '../messaging/queue-message.ts';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { saveFullCheck } from '@ve/data/report/report.repository';
import { lockSubscription } from '@ve/data/membership/subscription/subscription-changes.repository';
import { returnCredit } from '@ve/data/membership/subscription/subscription.repository';
import type { CheckFailure } from '@ve/domain/vehicle/record/check-failure';
import { queueReportReadyMails } from '../report/queue-ready-mails.ts';

const aMinute = 60_000;
/** Delays before missing parts are requested again: after the check, then after each failed retry. */
const retryDelayMs = [2 * aMinute, 15 * aMinute, 120 * aMinute];

/** When to request missing parts again after `asked` retries; null if nothing is missing or no retry is left. */
export const retryAt = (
  { record, valuation }: Pick<CheckResult, 'record' | 'valuation'>,
  asked: number,
  now: Date,
): Date | null => {
  const parts = [record.licensing, record.testing, record.specification, valuation];
  const waitMs = parts.some(({ state }) => state === 'unavailable') ? retryDelayMs[asked] : undefined;
  return waitMs === undefined ? null : new Date(now.getTime() + waitMs);
};

/**
 * Ends a check with its result and saves it in the customer's report, in the caller's transaction. Does nothing if the check
 * has already ended.
 */
export const finishCheck = async (
  em: EntityManager,
  { id, userId, registration, correlationId }: Pick<FullCheckRow, 'id' | 'userId' | 'registration' | 'correlationId'>,
  result: Omit<CheckResult, 'retryAt'>,
  now: Date,
): Promise<boolean> => {
  const ended = await endFullCheck(em, id, { ...result, retryAt: retryAt(result, 0, now) }, now);
  if (!ended) return false;
  await saveResult(em, userId, result, now);
  await applyResultToMonitoring(em, userId, { now, correlationId });
  await queueReportReadyMails(em, registration, { now, correlationId });
  return true;
};

/** Saves the result of a check that ended at `checkedAt` in the customer's report. */
export const saveResult = async (
  em: EntityManager,
  userId: string,
  { record, vdi, valuation }: Omit<CheckResult, 'retryAt'>,
  now: Date,
  checkedAt = now,
): Promise<void> => {
  const customerId = await lockCustomer(em, userId, now);
  const fullCheck = { checkedAt: checkedAt.toISOString(), vdi, valuation };
  await saveFullCheck(em, { customerId, record, fullCheck }, now);
};

/**
 * Queues monitor checks that take over the result now, instead of paying for the same data an interval later; in the
 * caller's transaction.
 */
export const applyResultToMonitoring = async (
  em: EntityManager,
  userId: string,
  { now, correlationId }: { now: Date; correlationId: string },
): Promise<void> => {
  for (const aspect of ['specification', 'value', 'finance'] as const) {
    await addToOutbox(em, 'monitor-checks.run', { userId, aspect, correlationId }, { now });
  }
};

/**
 * Ends a check without a result, in the caller's transaction, and queues the member's mail. The credit returns to its
 * period; a member who cancelled in the meantime is refunded its price. Does nothing if the check has already ended.
 */
export const failCheck = async (
  em: EntityManager,
  check: Pick<
    FullCheckRow,
    'id' | 'userId' | 'registration' | 'subscriptionId' | 'periodEnd' | 'stripeSubscriptionId' | 'correlationId'
  >,
  failure: CheckFailure,
  now: Date,
): Promise<boolean> => {
  const { id, registration, subscriptionId, correlationId } = check;
  // Locked before the check's own row: the order in which a new check locks them.
  const subscription = await lockSubscription(em, subscriptionId);
  if (!(await failFullCheck(em, id, failure, now))) return false;
  if (await returnCredit(em, subscriptionId, check)) await recordCreditReturned(em, id, now);
  if (subscription) {
    await increaseRefundAfterFailedCheck(em, subscription, check, { now, correlationId });
    const mail = { template: 'full-check-failed', recipient: subscription.email, subjectId: id } as const;
    await queueMail(em, mail, { now, correlationId });
  }
  await queueReportReadyMails(em, registration, { now, correlationId });
  return true;
};
