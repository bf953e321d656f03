import type { EntityManager } from '@mikro-orm/postgresql';
import { addToOutbox } from '@ve/data/outbox/outbox.repository';
import { findSignUp } from '@ve/data/sign-up/sign-up.repository';
import { findSubscriptionOfCustomer, findUnknownAtUs } from '@ve/data/subscription/subscription.repository';
import { isRunning } from '@ve/domain/membership/membership-state';
import { payableMs } from '@ve/domain/membership/sign-up-limits';
import type { PaymentNeeds } from '../payments.ts';

const batch = 1_000;
/** How far back Stripe's subscriptions are listed, as workers may have been down. */
const listedMs = 7 * payableMs;

/**
 * Adds a job for every subscription that runs at Stripe and is not ours: a run that made it was killed before it was
 * stored, and no webhook has told of it. Completing its sign-up stores or cancels it, and refunds what it was charged;
 * syncing its customer's membership takes up one that was started again. Returns how many.
 */
export const reconcileSubscriptions = async (
  em: EntityManager,
  payments: PaymentNeeds['payments'],
  now: Date,
): Promise<number> => {
  const since = new Date(now.getTime() - listedMs);
  const running = (await payments.listRecentSubscriptions({ since, limit: batch })).filter(isRunning);
  const unknown = new Set(
    await findUnknownAtUs(
      em,
      running.map(({ id }) => id),
    ),
  );
  let added = 0;
  for (const { id, signUpId, customerId } of running.filter((each) => unknown.has(each.id))) {
    const job = { now, dedupeId: `subscriptions.sweep.${id}` };
    if (signUpId !== null && (await findSignUp(em, signUpId))) {
      await em.transactional((transaction) =>
        addToOutbox(transaction, 'sign-ups.complete', { signUpId, correlationId: 'sweep' }, job),
      );
      added += 1;
      continue;
    }
    const ofCustomer = await findSubscriptionOfCustomer(em, customerId);
    if (!ofCustomer) continue;
    await em.transactional((transaction) =>
      addToOutbox(transaction, 'subscriptions.sync', { subscriptionId: ofCustomer.id, correlationId: 'sweep' }, job),
    );
    added += 1;
  }
  return added;
};
