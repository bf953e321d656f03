import { type PaymentsPort, PaymentsRefusedError } from '@ve/providers/payments/payments.port';

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
