import type { Card } from '@ve/contracts/http/membership/subscription';

/**
 * Reduces a card to what is stored and shown, so that nothing else from its source, such as a fingerprint, is stored.
 */
export const toStoredCard = ({ brand, last4, expiryMonth, expiryYear }: Card): Card => ({
  brand,
  last4,
  expiryMonth,
  expiryYear,
});

/** `toStoredCard` for a card that may be null. */
export const toStoredCardOrNull = (card: Card | null): Card | null => (card === null ? null : toStoredCard(card));
