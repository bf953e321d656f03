import type { Card } from '@ve/contracts/http/membership/subscription';

/** What is stored and shown of a card, and nothing else that its source says of it: a fingerprint would follow it. */
export const toStoredCard = ({ brand, last4, expiryMonth, expiryYear }: Card): Card => ({
  brand,
  last4,
  expiryMonth,
  expiryYear,
});

/** The same of a card that may be missing. */
export const storedCard = (card: Card | null): Card | null => (card === null ? null : toStoredCard(card));
