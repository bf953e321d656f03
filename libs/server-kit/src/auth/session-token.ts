import { createHash } from 'node:crypto';

/** 32 random bytes in base64url. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** The cookie's name; the `__Host-` prefix needs Secure, so it is left out only where the site itself is on plain HTTP. */
export const sessionCookieName = (publicOrigin: string): '__Host-session' | 'session' =>
  publicOrigin.startsWith('https:') ? '__Host-session' : 'session';

/** What is stored of a session's token: its SHA-256 in hex. Null for anything that is no token of ours. */
export function sessionTokenHash(token: string | undefined): string | null {
  if (token === undefined || !tokenPattern.test(token)) return null;
  return createHash('sha256').update(token).digest('hex');
}
