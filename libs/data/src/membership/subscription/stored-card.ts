import type { ChargedCard } from '@ve/contracts/http/membership/subscription';

/**
 * Reduces a card to what is stored and shown, so that nothing else from its source, such as a fingerprint, is stored.
 */
export const toStoredCard = ({ brand, last4, expiryMonth, expiryYear }: ChargedCard): ChargedCard => ({
  brand,
  last4,
  expiryMonth,
  expiryYear,
});

/** `toStoredCard` for a card that may be null. */
export const toStoredCardOrNull = (card: ChargedCard | null): ChargedCard | null =>
  card === null ? null : toStoredCard(card);
