import type { EntityManager } from '@mikro-orm/postgresql';
import { cardFingerprintHashKey, mailboxHashKey } from '@ve/data/jobs/limit/secret.repository';
import { retainFormerMemberHashes } from '@ve/data/membership/sign-up/former-member.repository';
import { canonicalEmail } from '@ve/domain/kernel/email/canonical-email';
import type { PaymentCard } from '@ve/providers/payments/payments.port';
import { createHmac } from 'node:crypto';
import { readPersonMembershipHistory } from '@ve/data/membership/sign-up/person-history.repository';
import { formerMemberRetainedUntil } from '@ve/domain/membership/retention-periods';

const keyedHash = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex');

/** Returns a keyed hash that recognises a card again, or null if Stripe gave no fingerprint. */
export const cardHashOf = async (em: EntityManager, card: PaymentCard | null): Promise<string | null> =>
  card === null || card.fingerprint === null ? null : keyedHash(await cardFingerprintHashKey(em), card.fingerprint);

/** Returns a keyed hash that recognises a mailbox again, with a key of its own. */
export const emailHashOf = async (em: EntityManager, email: string): Promise<string> =>
  keyedHash(await mailboxHashKey(em), canonicalEmail(email));

/**
 * Retains, for an account that the caller's transaction deletes, the hashes of its cards (the given ones, and that of
 * its sign-up) and addresses, with the times of its trial and of the person's first full charge. Retains nothing when
 * both are missing or too old.
 */
export const recordFormerMember = async (
  em: EntityManager,
  { userId, cardHashes, emailHashes }: { userId: string; cardHashes: string[]; emailHashes: string[] },
  now: Date,
): Promise<void> => {
  const history = await readPersonMembershipHistory(em, userId);
  const { trialStartedAt, firstPaidAt } = history;
  const retainedUntil = formerMemberRetainedUntil(history, now);
  const cards = [...new Set([...history.cardHashes, ...cardHashes])];
  const addresses = [...new Set(emailHashes)];
  if (retainedUntil === null || cards.length + addresses.length === 0) return;
  await retainFormerMemberHashes(em, {
    cardHashes: cards,
    emailHashes: addresses,
    trialStartedAt,
    firstPaidAt,
    retainedUntil,
  });
};
