import { createHash, randomBytes } from 'node:crypto';

/** Returns the stored form of a release token: its SHA-256, in hexadecimal. */
export const releaseTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Creates a token of 256 bits for its holder, with the hash to store. */
export const newReleaseToken = (): { token: string; tokenHash: string } => {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: releaseTokenHash(token) };
};
