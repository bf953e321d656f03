import { createHash, createHmac, randomBytes } from 'node:crypto';

/** 32 random bytes in base64url. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

export interface SecretToken {
  /** Known to its holder only: in a cookie or in a link in a mail. */
  token: string;
  /** SHA-256 of the token in hex; only this is stored. */
  hash: string;
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A new token of 256 bits, with the hash to store. */
export function newSecretToken(): SecretToken {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOf(token) };
}

/** The token that belongs to a secret of at least 122 random bits: the same one each time. */
export function deriveSecretToken(secret: string): SecretToken {
  const token = createHash('sha256').update(secret).digest('base64url');
  return { token, hash: hashOf(token) };
}

/** The stored hash of a token; null for anything that is not in our format. */
export const secretTokenHash = (token: string | undefined): string | null =>
  token !== undefined && tokenPattern.test(token) ? hashOf(token) : null;

/**
 * The six-digit code of a row, derived from its random id with a secret key, so that a message that is sent again after
 * a failure has the same code.
 */
export const sixDigitCodeOf = (id: string, key: string): string =>
  (createHmac('sha256', key).update(`code ${id}`).digest().readUIntBE(0, 6) % 1_000_000).toString().padStart(6, '0');

/** The hash of a six-digit code to store with its row, in hex. */
export const sixDigitCodeHash = (id: string, code: string, key: string): string =>
  createHmac('sha256', key).update(`hash ${id} ${code}`).digest('hex');
