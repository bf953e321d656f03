import type { EntityManager } from '@mikro-orm/postgresql';
import { increaseRefundAfterFailedCheck } from '../membership/cancellation/cancel-membership.ts';
import {
  type FullCheckEndResult,
  endFullCheck,
  failFullCheck,
  type FullCheckRow,
  recordFullCheckCreditReturned,
} from '@ve/data/full-check/full-check.repository';
import { queueMail } from '../messaging/queue-message.ts';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { lockSubscription } from '@ve/data/membership/subscription/subscription-changes.repository';
import { returnCredit } from '@ve/data/membership/subscription/subscription.repository';
import type { FullCheckFailure } from '@ve/domain/vehicle/record/check-failure';
import type { FullCheck } from '@ve/contracts/full-check';
import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import type { VehicleFetchListener } from '../vehicle/store-vehicle-record.ts';

/** The result of a user's full check. */
export interface FullCheckResult {
  userId: string;
  record: VehicleRecord;
  fullCheck: FullCheck;
}

/** The effects of a full check's end in business contexts that it does not depend on, within the same transaction. */
export interface FullCheckListener extends VehicleFetchListener {
  /** A check has a result, or missing parts of it were read. */
  resultStored(em: EntityManager, result: FullCheckResult, now: Date): Promise<void>;
}

const aMinute = 60_000;
/** Delays before missing parts are requested again: after the check, then after each failed retry. */
const retryDelayMs = [2 * aMinute, 15 * aMinute, 120 * aMinute];

/** When to request missing parts again after `asked` retries; null if nothing is missing or no retry is left. */
export const retryTimeOfMissingParts = (
  { record, valuation }: Pick<FullCheckEndResult, 'record' | 'valuation'>,
  asked: number,
  now: Date,
): Date | null => {
  const parts = [record.licensing, record.testing, record.specification, valuation];
  const waitMs = parts.some(({ state }) => state === 'unavailable') ? retryDelayMs[asked] : undefined;
  return waitMs === undefined ? null : new Date(now.getTime() + waitMs);
};

/** When a check ends, and who is notified. */
export interface FullCheckEndContext {
  now: Date;
  listener: FullCheckListener;
}

/**
 * Ends a check with its result and notifies the listener, in the caller's transaction. Does nothing if the check
 * has already ended.
 */
export const endFullCheckWithResult = async (
  em: EntityManager,
  {
    check: { id, userId, registration, correlationId },
    result,
  }: {
    check: Pick<FullCheckRow, 'id' | 'userId' | 'registration' | 'correlationId'>;
    result: Omit<FullCheckEndResult, 'retryAt'>;
  },
  { now, listener }: FullCheckEndContext,
): Promise<boolean> => {
  const ended = await endFullCheck(
    em,
    { id, result: { ...result, retryAt: retryTimeOfMissingParts(result, 0, now) } },
    now,
  );
  if (!ended) return false;
  await propagateFullCheckResult(em, { userId, ...result, checkedAt: now }, { now, listener, correlationId });
  await listener.lookupEnded(em, { registration, now, correlationId });
  return true;
};

/**
 * Passes the result of a check that ended at `checkedAt` on to the listener, and queues monitor checks that take it
 * over now instead of paying for the same data an interval later; in the caller's transaction.
 */
export const propagateFullCheckResult = async (
  em: EntityManager,
  {
    userId,
    record,
    vdi,
    valuation,
    checkedAt,
  }: Omit<FullCheckEndResult, 'retryAt'> & { userId: string; checkedAt: Date },
  { now, listener, correlationId }: FullCheckEndContext & { correlationId: string },
): Promise<void> => {
  const fullCheck = { checkedAt: checkedAt.toISOString(), vdi, valuation };
  await listener.resultStored(em, { userId, record, fullCheck }, now);
  for (const aspect of ['specification', 'value', 'finance'] as const) {
    await addToOutbox(em, { jobName: 'monitor-checks.run', payload: { userId, aspect, correlationId } }, { now });
  }
};

/**
 * Ends a check without a result, in the caller's transaction, and queues the member's mail. The credit returns to its
 * period; a member who cancelled in the meantime is refunded its price. Does nothing if the check has already ended.
 */
export const endFullCheckWithoutResult = async (
  em: EntityManager,
  {
    check,
    failure,
  }: {
    check: Pick<
      FullCheckRow,
      'id' | 'userId' | 'registration' | 'subscriptionId' | 'periodEnd' | 'stripeSubscriptionId' | 'correlationId'
    >;
    failure: FullCheckFailure;
  },
  { now, listener }: FullCheckEndContext,
): Promise<boolean> => {
  const { id, registration, subscriptionId, correlationId } = check;
  // Locked before the check's own row: the order in which a new check locks them.
  const subscription = await lockSubscription(em, subscriptionId);
  if (!(await failFullCheck(em, { id, failure }, now))) return false;
  if (await returnCredit(em, subscriptionId, check)) await recordFullCheckCreditReturned(em, id, now);
  if (subscription) {
    await increaseRefundAfterFailedCheck(em, { subscription, check }, { now, correlationId });
    const mail = { template: 'full-check-failed', recipient: subscription.email, subjectId: id } as const;
    await queueMail(em, mail, { now, correlationId });
  }
  await listener.lookupEnded(em, { registration, now, correlationId });
  return true;
};
