import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import {
  closeCardAuthentication,
  findCardAuthentication,
} from '@ve/data/membership/subscription/card-setup.repository';
import { tryLockSubscriptionAtStripe } from '@ve/data/membership/subscription/subscription-changes.repository';
import type { SubscriptionListener } from '@ve/data/membership/subscription/subscription-listener';
import { findSubscriptionByStripeCustomerId } from '@ve/data/membership/subscription/subscription.repository';
import { type ProviderCardSetup, PaymentsRefusedError } from '@ve/providers/payments/payments.port';
import type { JobContext } from '../../job-context.ts';
import type { PaymentDeps } from '../payments/payment-provider-client.ts';
import { StoredCardCharger } from './charges.ts';
import { storeCard, succeededCardSetupOf } from './store-card.ts';

export interface FinishCardContext extends Pick<JobContext, 'em' | 'now' | 'correlationId' | 'logger'> {
  listener: SubscriptionListener;
}

/**
 * Stores the card of a membership’s newest change, whose holder has authenticated, in place of the browser that left:
 * it is charged from now on, and an unpaid invoice is tried with it once. Does nothing once the change is finished,
 * closed or replaced. Returns false, without an effect, while another process changes the subscription.
 */
export const finishCardChange = async (
  payments: PaymentDeps['payments'],
  given: ProviderCardSetup,
  { em, now, correlationId, logger, listener }: FinishCardContext,
): Promise<boolean> => {
  const { id, customerId } = given;
  const setup = succeededCardSetupOf(given);
  const row = customerId === null ? null : await findSubscriptionByStripeCustomerId(em, customerId);
  if (row === null || setup === null) {
    await closeCardAuthentication(em, id);
    return true;
  }
  const deps = { payments, charges: new StoredCardCharger(payments, listener), now, logger };
  try {
    return await em.transactional(async (transaction) => {
      if (!(await tryLockSubscriptionAtStripe(transaction, row.id))) return false;
      const question = await findCardAuthentication(transaction, id);
      if (question?.open !== true) return true;
      // Not counted as an attempt: a bank has just confirmed the card's holder, at most twice a day per account.
      if ((await storeCard(transaction, { row, setup, answered: true, mayCharge: true }, deps)) === null) return true;
      await addToOutbox(
        transaction,
        { jobName: 'subscriptions.sync', payload: { subscriptionId: row.id, correlationId } },
        { now: now() },
      );
      return true;
    });
  } catch (error) {
    if (!(error instanceof PaymentsRefusedError)) throw error;
    logger.error(
      { event: 'confirmed_card_refused', err: error, setupIntentId: id },
      'Stripe refuses a card that its holder has confirmed.',
    );
    await closeCardAuthentication(em, id);
    return true;
  }
};
