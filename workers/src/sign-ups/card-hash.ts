import type { EntityManager } from '@mikro-orm/postgresql';
import { cardFingerprintKey } from '@ve/data/limit/secret.repository';
import type { PaymentCard } from '@ve/providers/payments/payments.port';
import { createHmac } from 'node:crypto';

/** What is stored of a card to know it again: a keyed hash, meaningless elsewhere. Null: Stripe gave no fingerprint. */
export const cardHashOf = async (em: EntityManager, card: PaymentCard | null): Promise<string | null> => {
  if (card === null || card.fingerprint === null) return null;
  const key = await cardFingerprintKey(em);
  return createHmac('sha256', key).update(card.fingerprint).digest('hex');
};
