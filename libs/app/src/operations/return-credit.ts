import type { EntityManager } from '@mikro-orm/postgresql';
import type { CreditReturnability } from '@ve/contracts/http/operations/admin-customers';
import { hasRunningFullCheck } from '@ve/data/full-check/full-check.repository';
import { lockSubscription } from '@ve/data/membership/subscription/subscription-changes.repository';
import { returnCredit, type SubscriptionRow } from '@ve/data/membership/subscription/subscription.repository';
import { membershipOf } from '@ve/domain/membership/membership-state';

/**
 * Whether staff can return the credit of the current paid period. Not while a check of the account runs, because a
 * failed check returns its own credit.
 */
export const creditStateOf = async (
  em: EntityManager,
  row: SubscriptionRow,
  now: Date,
): Promise<CreditReturnability> => {
  const { creditsUsed } = row;
  if (membershipOf(row, now).state !== 'active') return 'no-period';
  if (creditsUsed === 0) return 'unused';
  return (await hasRunningFullCheck(em, row.userId)) ? 'check-running' : 'returnable';
};

/**
 * Returns a used credit to its current period, in the caller's transaction: at most one for concurrent requests. The
 * subscription stays locked, so that no check starts or fails meanwhile.
 */
export const returnCreditByStaff = async (
  em: EntityManager,
  subscriptionId: string,
  now: Date,
): Promise<'returned' | Exclude<CreditReturnability, 'returnable'>> => {
  const row = await lockSubscription(em, subscriptionId);
  if (row?.creditedPeriodEnd == null) return 'no-period';
  const state = await creditStateOf(em, row, now);
  if (state !== 'returnable') return state;
  const { stripeSubscriptionId, creditedPeriodEnd: periodEnd } = row;
  return (await returnCredit(em, row.id, { periodEnd, stripeSubscriptionId })) ? 'returned' : 'unused';
};
