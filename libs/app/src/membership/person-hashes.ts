import type { EntityManager } from '@mikro-orm/postgresql';
import { cardFingerprintHashKey, mailboxHashKey } from '@ve/data/jobs/limit/secret.repository';
import type { PersonHashes } from '@ve/data/membership/sign-up/former-member.repository';
import { canonicalEmail } from '@ve/domain/kernel/email/canonical-email';
import type { PaymentCard } from '@ve/providers/payments/payments.port';
import { createHmac } from 'node:crypto';

const keyedHash = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex');

/** Returns a keyed hash that recognises a card again, or null if Stripe gave no fingerprint. */
export const cardHashOf = async (em: EntityManager, card: PaymentCard | null): Promise<string | null> =>
  card === null || card.fingerprint === null ? null : keyedHash(await cardFingerprintHashKey(em), card.fingerprint);

/** Returns a keyed hash that recognises a mailbox again, with a key of its own. */
export const emailHashOf = async (em: EntityManager, email: string): Promise<string> =>
  keyedHash(await mailboxHashKey(em), canonicalEmail(email));

/** The hashes that recognise a payer who has deleted an earlier account. */
export const personHashesOf = async (
  em: EntityManager,
  { email, cardHash }: { email: string; cardHash: string | null },
): Promise<PersonHashes> => ({ cardHash, emailHash: await emailHashOf(em, email) });
