import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import {
  chooseCardSetup,
  closeCardAuthentication,
  findCardAuthentication,
} from '@ve/data/membership/subscription/card-setup.repository';
import { toStoredCard } from '@ve/data/membership/subscription/stored-card';
import { lockSubscriptionAtStripe, recordCard } from '@ve/data/membership/subscription/subscription-changes.repository';
import { findSubscription, findSubscriptionOfCustomer } from '@ve/data/membership/subscription/subscription.repository';
import { isMembershipLive, membershipOf } from '@ve/domain/membership/membership-state';
import { type CardSetup, PaymentsRefusedError, type PaymentsPort } from '@ve/providers/payments/payments.port';
import type { JobContext } from '../../job-context.ts';
import type { PaymentDeps } from '../payments/payments.ts';

interface NewCard {
  key: string;
  customerId: string;
  paymentMethodId: string;
}

/**
 * Charges the customer's subscription to a card from now on. If the subscription has ended at Stripe without our
 * knowledge, the card is only set on the customer.
 * @throws PaymentsRefusedError when Stripe rejects the card itself
 */
export const useCard = async (
  payments: Pick<PaymentsPort, 'useCard'>,
  card: NewCard,
  subscriptionId: string | null,
): Promise<void> => {
  try {
    await payments.useCard({ ...card, subscriptionId });
  } catch (error) {
    if (subscriptionId === null || !(error instanceof PaymentsRefusedError)) throw error;
    await payments.useCard({ ...card, key: `${card.key}.customer`, subscriptionId: null });
  }
};

type Payments = Pick<PaymentDeps['payments'], 'useCard'>;

/**
 * Charges from now on the card of a membership’s newest change, whose holder has authenticated, in place of the browser that
 * left. An unpaid invoice is charged to it when Stripe tries it next. Does nothing once the change is finished, closed or
 * replaced. Returns false, without an effect, while another process changes the subscription.
 */
export const finishCardChange = async (
  payments: Payments,
  setup: CardSetup,
  { em, now, correlationId, logger }: Pick<JobContext, 'em' | 'now' | 'correlationId' | 'logger'>,
): Promise<boolean> => {
  const { id, createdAt, customerId, paymentMethodId, card } = setup;
  const row = customerId === null ? null : await findSubscriptionOfCustomer(em, customerId);
  if (row === null || customerId === null || paymentMethodId === null || card === null) {
    await closeCardAuthentication(em, id);
    return true;
  }
  try {
    return await em.transactional(async (transaction) => {
      if (!(await lockSubscriptionAtStripe(transaction, row.id))) return false;
      const question = await findCardAuthentication(transaction, id);
      if (question?.open !== true) return true;
      if (!(await chooseCardSetup(transaction, row.id, { id, createdAt, answered: true }))) return true;
      // Another subscription may have begun before the lock.
      const present = (await findSubscription(transaction, row.id)) ?? row;
      const subscriptionId = isMembershipLive(membershipOf(present, now()).state) ? present.stripeSubscriptionId : null;
      await useCard(payments, { key: `card.${id}`, customerId, paymentMethodId }, subscriptionId);
      await recordCard(transaction, { id: row.id, card: toStoredCard(card) }, now());
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
