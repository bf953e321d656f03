import type { Card } from '@ve/contracts/http/subscription';
import type { PaymentCard } from '@ve/providers/payments/payments.port';

/** A card as it is stored and shown. */
export const toCard = ({ brand, last4, expiryMonth, expiryYear }: PaymentCard): Card => ({
  brand,
  last4,
  expiryMonth,
  expiryYear,
});
