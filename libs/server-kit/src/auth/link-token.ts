import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes in base64url. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A new token of 256 bits for a link in a mail, and its SHA-256 in hex, which alone is stored. */
export function newLinkToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOf(token) };
}

/** What is stored of a link's token; null for anything that is no token of ours. */
export const linkTokenHash = (token: string): string | null => (tokenPattern.test(token) ? hashOf(token) : null);
