import { watchRowsListener } from './watch-rows-listener.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import { addToOutbox } from '../jobs/outbox/outbox.repository.ts';
import { addFullCheck, type FullCheckRow } from '../full-check/full-check.repository.ts';
import { lockSubscription } from '../membership/subscription/subscription-changes.repository.ts';
import {
  addSubscription,
  grantPeriodCredit,
  consumeCredit,
} from '../membership/subscription/subscription.repository.ts';
import { tables } from '../entities.ts';
import { createUser } from '../identity/user/user.repository.ts';

export interface FullCheckTestMember {
  userId: string;
  subscriptionId: string;
  stripeSubscriptionId: string;
  email: string;
  periodEnd: Date;
}

let members = 0;

/** Inserts a member whose current period of 30 days is paid, with its credit. */
export const insertPaidTestMember = async (em: EntityManager, now: Date): Promise<FullCheckTestMember> => {
  members += 1;
  const email = `checker-${members}@example.com`;
  const stripeSubscriptionId = `sub_check_${members}`;
  const userId = (await createUser(em, email, now)) ?? '';
  const periodEnd = new Date(now.getTime() + 30 * 86_400_000);
  const period = { trialEndsAt: now, currentPeriodStart: now, currentPeriodEnd: periodEnd };
  const member = { userId, status: 'active', registration: 'AB12CDE', stripeSubscriptionId, card: null } as const;
  const subscriptionId =
    (await addSubscription(em, { ...member, ...period }, { now, listener: watchRowsListener })) ?? '';
  await grantPeriodCredit(em, subscriptionId, periodEnd);
  return { userId, subscriptionId, stripeSubscriptionId, email, periodEnd };
};

/**
 * Acts as the BFF: uses the credit of a member for a check of a vehicle, and queues its job. Null when no credit is
 * left.
 */
export const requestTestFullCheck = (
  em: EntityManager,
  { userId, subscriptionId }: Pick<FullCheckTestMember, 'userId' | 'subscriptionId'>,
  { registration, now, correlationId = 'request-1' }: { registration: string; now: Date; correlationId?: string },
): Promise<FullCheckRow | null> =>
  em.transactional(async (transaction) => {
    const subscription = await lockSubscription(transaction, subscriptionId);
    const periodEnd = subscription?.creditedPeriodEnd;
    if (!subscription || !periodEnd || !(await consumeCredit(transaction, subscriptionId, periodEnd))) return null;
    const { stripeSubscriptionId } = subscription;
    const check = await addFullCheck(
      transaction,
      { userId, subscriptionId, stripeSubscriptionId, periodEnd, registration, correlationId },
      now,
    );
    await addToOutbox(
      transaction,
      { jobName: 'full-checks.run', payload: { checkId: check.id, correlationId } },
      { now },
    );
    return check;
  });

/** Returns the remaining full checks of a member. */
export const remainingCreditOf = async (em: EntityManager, subscriptionId: string): Promise<number> => {
  const { creditsUsed: used } = await tables(em)
    .selectFrom('subscriptions')
    .select('creditsUsed')
    .where('id', '=', subscriptionId)
    .executeTakeFirstOrThrow();
  return 1 - used;
};
