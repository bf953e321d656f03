import type { EntityManager } from '@mikro-orm/postgresql';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { findSignUp } from '@ve/data/membership/sign-up/sign-up.repository';
import {
  listOrphanSubscriptions,
  recordOrphanSubscription,
  unlistUnseenOrphanSubscriptions,
  unlistOrphanSubscription,
} from '@ve/data/membership/subscription/orphan-subscription.repository';
import {
  findSubscriptionByStripeId,
  findSubscriptionByStripeCustomerId,
  findUnknownSubscriptionIds,
} from '@ve/data/membership/subscription/subscription.repository';
import { isSubscriptionRunning } from '@ve/domain/membership/membership-state';
import { signUpPayableMs } from '@ve/domain/membership/sign-up-limits';
import type { ListedSubscription } from '@ve/providers/payments/payments.port';
import { nullIfUnknownAtStripe } from '@ve/providers/payments/unknown-stripe-object';
import type { UseCaseLogger } from '../../kernel/use-case-logger.ts';
import type { PaymentDeps } from '../payments/payment-provider-client.ts';
import { switchesToNewerSubscription } from './sync-subscription.ts';

/** How far back Stripe's subscriptions are listed every few minutes: workers may have been down. */
const listedMs = 7 * signUpPayableMs;
/** How many orphans are read again every few minutes. */
const orphansRead = 100;

export interface SubscriptionReconciliationDeps extends PaymentDeps {
  em: EntityManager;
  now: Date;
  logger: Pick<UseCaseLogger, 'error'>;
}

/** Jobs that were queued, and our subscriptions that no account owns. */
export interface SubscriptionReconciliationCounts {
  added: number;
  orphans: number;
}

/**
 * Queues a job for every subscription of the last week that runs at Stripe and no account owns: its worker was killed
 * before storing it, and no webhook followed. Completing its sign-up stores it, or cancels and refunds it; syncing its
 * customer's membership adopts one that was restarted. One that is ours by its metadata or customer and has neither is
 * an orphan: its customer pays for nothing, as after a restore, or twice, as when a second one was started in Stripe's
 * dashboard. Other subscriptions in the Stripe account are ignored.
 */
export const reconcileSubscriptions = async (
  needs: SubscriptionReconciliationDeps,
): Promise<SubscriptionReconciliationCounts> => {
  await pruneResolvedOrphans(needs);
  return reconcileListed(needs, { since: new Date(needs.now.getTime() - listedMs) });
};

/**
 * Like `reconcileSubscriptions`, for all running subscriptions regardless of age, page by page; also removes resolved
 * orphans.
 */
export const reconcileAllSubscriptions = async (
  needs: SubscriptionReconciliationDeps,
): Promise<SubscriptionReconciliationCounts> => {
  const reconciled = await reconcileListed(needs, {});
  await unlistUnseenOrphanSubscriptions(needs.em, needs.now);
  return reconciled;
};

const reconcileListed = async (
  needs: SubscriptionReconciliationDeps,
  { since }: { since?: Date },
): Promise<SubscriptionReconciliationCounts> => {
  const reconciled: SubscriptionReconciliationCounts = { added: 0, orphans: 0 };
  const query = since === undefined ? { running: true } : { running: true, since };
  for await (const page of needs.payments.subscriptionPages(query)) {
    const running = page.filter(isSubscriptionRunning);
    const ids = running.map(({ id }) => id);
    const unknown = new Set(await findUnknownSubscriptionIds(needs.em, ids));
    for (const listed of running.filter(({ id }) => unknown.has(id))) {
      const outcome = await reconcileUnknown(needs, listed, since === undefined);
      if (outcome !== null) reconciled[outcome] += 1;
    }
  }
  return reconciled;
};

const reconcileUnknown = async (
  { em, now, logger, payments }: SubscriptionReconciliationDeps,
  { id, signUpId, customer }: ListedSubscription,
  always: boolean,
): Promise<keyof SubscriptionReconciliationCounts | null> => {
  if (signUpId !== null && (await findSignUp(em, signUpId))) {
    await em.transactional((transaction) =>
      addToOutbox(
        transaction,
        { jobName: 'sign-ups.complete', payload: { signUpId, correlationId: 'sweep' } },
        { now },
      ),
    );
    return 'added';
  }
  const ofCustomer = await findSubscriptionByStripeCustomerId(em, customer.id);
  if (ofCustomer && (await switchesToNewerSubscription(payments, ofCustomer))) {
    await em.transactional((transaction) =>
      addToOutbox(
        transaction,
        { jobName: 'subscriptions.sync', payload: { subscriptionId: ofCustomer.id, correlationId: 'sweep' } },
        { now },
      ),
    );
    return 'added';
  }
  if (ofCustomer === null && signUpId === null && customer.signUpId === null) return null;
  const orphan = { stripeSubscriptionId: id, stripeCustomerId: customer.id };
  const isNew = await recordOrphanSubscription(em, orphan, now);
  if (isNew || always)
    logger.error(
      { event: 'orphan_subscription_found', ...orphan },
      'A running subscription was found that no account owns.',
    );
  return 'orphans';
};

/** Removes orphans that were cancelled or that an account owns by now. */
const pruneResolvedOrphans = async ({ em, payments }: SubscriptionReconciliationDeps): Promise<void> => {
  for (const { stripeSubscriptionId: id } of await listOrphanSubscriptions(em, orphansRead)) {
    const present = await nullIfUnknownAtStripe(payments.readSubscription(id));
    if (present !== null && isSubscriptionRunning(present) && !(await findSubscriptionByStripeId(em, id))) continue;
    await unlistOrphanSubscription(em, id);
  }
};
