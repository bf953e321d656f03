import type { EntityManager } from '@mikro-orm/postgresql';
import { randomBytes } from 'node:crypto';
import { tables } from '../../entities.ts';

/**
 * The key with which client addresses are hashed before they are stored; the same for every process on this database.
 */
export const clientAddressHashKey = async (em: EntityManager): Promise<string> => {
  const { value } = await tables(em)
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'client-address')
    .executeTakeFirstOrThrow();
  return value;
};

/** The key with which fingerprints of cards are hashed before they are stored. */
export const cardFingerprintHashKey = (em: EntityManager): Promise<string> => readSharedSecret(em, 'card-fingerprint');

/** The key with which mailboxes are hashed: those of deleted accounts, and those of sign-ups to compare with them. */
export const mailboxHashKey = (em: EntityManager): Promise<string> => readSharedSecret(em, 'mailbox');

/** The key with which unsubscribe links are signed. Replacing it invalidates every link in sent mails. */
export const unsubscribeSigningKey = (em: EntityManager): Promise<string> => readSharedSecret(em, 'unsubscribe');

/** The key with which cancel links are signed. Replacing it invalidates every link in sent mails. */
export const membershipLinkSigningKey = (em: EntityManager): Promise<string> => readSharedSecret(em, 'membership-link');

/**
 * The key with which the links are signed that agree to an announced change. Replacing it invalidates those in sent
 * mails.
 */
export const announcedChangeLinkSigningKey = (em: EntityManager): Promise<string> =>
  readSharedSecret(em, 'change-link');

/** Returns the key of this name, the same for every process on this database; created on first use. */
export const readSharedSecret = async (em: EntityManager, name: string): Promise<string> => {
  const find = () => tables(em).selectFrom('secrets').select('value').where('name', '=', name);
  const known = await find().executeTakeFirst();
  if (known) return known.value;
  await tables(em)
    .insertInto('secrets')
    .values({ name, value: randomBytes(32).toString('hex') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await find().executeTakeFirstOrThrow();
  return value;
};

/** The key with which a cookie or link that selects releases is signed. Replacing it invalidates every such one. */
export const readReleaseCookieSigningKey = (
  em: EntityManager,
  name: 'channel' | 'override' | 'preview',
): Promise<string> => readSharedSecret(em, `release-${name}`);
