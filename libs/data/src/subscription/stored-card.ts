import type { Card } from '@ve/contracts/http/subscription';

/** What is stored and shown of a card, and nothing else that its source says of it: a fingerprint would follow it. */
export const storedCard = (card: Card | null): Card | null => {
  if (card === null) return null;
  const { brand, last4, expiryMonth, expiryYear } = card;
  return { brand, last4, expiryMonth, expiryYear };
};
