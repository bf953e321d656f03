import type { EntityManager } from '@mikro-orm/postgresql';
import { cardFingerprintKey, mailboxKey } from '@ve/data/jobs/limit/secret.repository';
import type { PersonHashes } from '@ve/data/membership/sign-up/former-member.repository';
import { mailboxOf } from '@ve/domain/kernel/email/mailbox-of';
import type { PaymentCard } from '@ve/providers/payments/payments.port';
import { createHmac } from 'node:crypto';

const keyedHash = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex');

/** Returns a keyed hash that recognises a card again, or null if Stripe gave no fingerprint. */
export const cardHashOf = async (em: EntityManager, card: PaymentCard | null): Promise<string | null> =>
  card === null || card.fingerprint === null ? null : keyedHash(await cardFingerprintKey(em), card.fingerprint);

/** Returns a keyed hash that recognises a mailbox again, with a key of its own. */
export const emailHashOf = async (em: EntityManager, email: string): Promise<string> =>
  keyedHash(await mailboxKey(em), mailboxOf(email));

/** The hashes that recognise a payer who has deleted an earlier account. */
export const personHashesOf = async (
  em: EntityManager,
  { email, cardHash }: { email: string; cardHash: string | null },
): Promise<PersonHashes> => ({ cardHash, emailHash: await emailHashOf(em, email) });
