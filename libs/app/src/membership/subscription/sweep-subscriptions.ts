import type { EntityManager } from '@mikro-orm/postgresql';
import { findUnfinishedCancellations } from '@ve/data/membership/cancellation-request/cancellation-progress.repository';
import {
  closeCardAuthentication,
  findAbandonedCardAuthentications,
} from '@ve/data/membership/subscription/card-setup.repository';
import { queueMail } from '../../messaging/queue-message.ts';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import {
  findPreChargeNotices,
  findSixMonthlyNotices,
  findStaleSubscriptions,
} from '@ve/data/membership/subscription/subscription.repository';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { openCardAuthenticationMs } from '@ve/domain/membership/card-limits';
import { membershipOffer } from '@ve/domain/membership/offer';
import { sixMonthlyNotice, staleSubscription } from '@ve/domain/membership/sweep-intervals';
import { isCardSetupFinished } from '@ve/providers/payments/payments.port';
import { nullIfUnknownAtStripe } from '@ve/providers/payments/unknown-stripe-object';
import type { SubscriptionListener } from '@ve/data/membership/subscription/subscription-listener';
import type { JobContext } from '../../job-context.ts';
import type { PaymentDeps } from '../payments/payment-provider-client.ts';
import { finishCardChange } from './finish-card-change.ts';

const batch = 500;

/** Queues the sync of subscriptions whose update from Stripe is overdue. Returns how many. */
export const queueStaleSubscriptionSyncs = async (em: EntityManager, now: Date): Promise<number> => {
  const stale = await findStaleSubscriptions(em, { ...staleSubscription, limit: batch }, now);
  await em.transactional(async (transaction) => {
    for (const subscriptionId of stale) {
      const payload = { subscriptionId, correlationId: 'sweep' };
      await addToOutbox(transaction, { jobName: 'subscriptions.sync', payload }, { now });
    }
  });
  return stale.length;
};

interface CardSweep extends PaymentDeps {
  em: EntityManager;
  now: Clock;
  logger: JobContext['logger'];
  listener: SubscriptionListener;
}

/** Authentications of new cards that the sweep has ended, and card changes that it has finished. */
export interface CardSweepCounts {
  closed: number;
  finished: number;
}

/**
 * Ends abandoned authentications of new cards, so that their secrets cannot be used to try cards. A card whose holder
 * has authenticated is charged from now on. One that Stripe is still processing is left for a later run.
 * @throws PaymentsUnavailableError when Stripe does not respond; the next run continues
 */
export const cancelAbandonedCardSetups = async ({ payments, ...context }: CardSweep): Promise<CardSweepCounts> => {
  const { em, now } = context;
  const abandoned = await findAbandonedCardAuthentications(em, {
    before: new Date(now().getTime() - openCardAuthenticationMs),
    limit: batch,
  });
  const swept = { closed: 0, finished: 0 };
  for (const id of abandoned) {
    const setup = await nullIfUnknownAtStripe(payments.cancelCardSetup(id));
    if (setup?.status === 'succeeded') {
      if (await finishCardChange(payments, setup, { ...context, correlationId: 'sweep' })) swept.finished += 1;
    } else if (setup === null || isCardSetupFinished(setup)) {
      await closeCardAuthentication(em, id);
      swept.closed += 1;
    }
  }
  return swept;
};

/** How long a job may take, with its retries, before the sweep queues it again. */
const jobMs = 2 * 60_000;

/** Queues the jobs of cancellations that are not yet carried out or withdrawn at Stripe. Returns how many. */
export const queueUnfinishedCancellations = async (em: EntityManager, now: Date): Promise<number> => {
  const unfinished = await findUnfinishedCancellations(em, { before: new Date(now.getTime() - jobMs), limit: batch });
  await em.transactional(async (transaction) => {
    for (const { subscriptionId, stripeSubscriptionId, endsAt, kept } of unfinished) {
      const payload = { subscriptionId, correlationId: 'sweep' };
      if (kept) {
        const job = { now, dedupeId: `subscriptions.withdraw-cancellation.${subscriptionId}` };
        await addToOutbox(
          transaction,
          { jobName: 'subscriptions.withdraw-cancellation', payload: { ...payload, stripeSubscriptionId } },
          job,
        );
      } else if (endsAt !== null) {
        const of = { stripeSubscriptionId, endsAt: endsAt.toISOString() };
        const job = { now, dedupeId: `subscriptions.cancel.${stripeSubscriptionId}` };
        await addToOutbox(transaction, { jobName: 'subscriptions.cancel', payload: { ...payload, of } }, job);
      }
    }
  });
  return unfinished.length;
};

/**
 * Queues the notices that are due: before the first full charge, and every six months. Each is queued once; a late one
 * while it is still useful. Returns how many.
 */
export const queueMembershipNotices = async (em: EntityManager, now: Date): Promise<number> => {
  const until = new Date(now.getTime() + membershipOffer.noticeHours * 3_600_000);
  const preCharge = await findPreChargeNotices(em, { now, until, limit: batch });
  const sixMonthly = await findSixMonthlyNotices(em, { ...sixMonthlyNotice, limit: batch }, now);
  const queued = { now, correlationId: 'sweep' };
  await em.transactional(async (transaction) => {
    for (const { id, email, occasion } of preCharge) {
      await queueMail(transaction, { template: 'pre-charge', recipient: email, subjectId: id, occasion }, queued);
    }
    for (const { id, email, occasion } of sixMonthly) {
      await queueMail(transaction, { template: 'six-monthly', recipient: email, subjectId: id, occasion }, queued);
    }
  });
  return preCharge.length + sixMonthly.length;
};
