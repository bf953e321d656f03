import type { EntityManager } from '@mikro-orm/postgresql';
import type { CreditState } from '@ve/contracts/http/operations/admin-customers';
import { membershipOf } from '@ve/domain/membership/membership-state';
import { tables } from '../../entities.ts';
import { lockSubscription } from '../../membership/subscription/subscription-changes.repository.ts';
import { returnCredit, type SubscriptionRow } from '../../membership/subscription/subscription.repository.ts';

/**
 * Whether staff can give the credit of the present paid period back. Not while a check of the account runs: should it
 * fail, it gives its own credit back.
 */
export const creditStateOf = async (em: EntityManager, row: SubscriptionRow, now: Date): Promise<CreditState> => {
  const { creditsUsed } = row;
  if (membershipOf(row, now).state !== 'active') return 'no-period';
  if (creditsUsed === 0) return 'unused';
  const running = await tables(em)
    .selectFrom('full_checks')
    .select('id')
    .where('userId', '=', row.userId)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return running === undefined ? 'returnable' : 'check-running';
};

/**
 * Gives a used credit back to its present period, in the caller's transaction: one at most, however many ask for it at
 * once. The subscription stays locked, so that no check begins or fails meanwhile.
 */
export const returnCreditByStaff = async (
  em: EntityManager,
  subscriptionId: string,
  now: Date,
): Promise<'returned' | Exclude<CreditState, 'returnable'>> => {
  const row = await lockSubscription(em, subscriptionId);
  if (row?.creditedPeriodEnd == null) return 'no-period';
  const state = await creditStateOf(em, row, now);
  if (state !== 'returnable') return state;
  const { stripeSubscriptionId, creditedPeriodEnd: periodEnd } = row;
  return (await returnCredit(em, row.id, { periodEnd, stripeSubscriptionId })) ? 'returned' : 'unused';
};
