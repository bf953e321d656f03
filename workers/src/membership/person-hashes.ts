import type { EntityManager } from '@mikro-orm/postgresql';
import { cardFingerprintKey, mailboxKey } from '@ve/data/jobs/limit/secret.repository';
import type { PersonHashes } from '@ve/data/membership/sign-up/former-member.repository';
import { mailboxOf } from '@ve/domain/kernel/email/mailbox-of';
import type { PaymentCard } from '@ve/providers/payments/payments.port';
import { createHmac } from 'node:crypto';

const keyedHash = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex');

/** What is stored of a card to know it again: a keyed hash, meaningless elsewhere. Null: Stripe gave no fingerprint. */
export const cardHashOf = async (em: EntityManager, card: PaymentCard | null): Promise<string | null> =>
  card === null || card.fingerprint === null ? null : keyedHash(await cardFingerprintKey(em), card.fingerprint);

/** What is kept of an e-mail address to know its mailbox again: a keyed hash, of a key of its own. */
export const emailHashOf = async (em: EntityManager, email: string): Promise<string> =>
  keyedHash(await mailboxKey(em), mailboxOf(email));

/** By what somebody who pays is known again, should they have deleted an account. */
export const personHashesOf = async (
  em: EntityManager,
  { email, cardHash }: { email: string; cardHash: string | null },
): Promise<PersonHashes> => ({ cardHash, emailHash: await emailHashOf(em, email) });
