import type { FastifyReply } from 'fastify';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a browser is recognised after its last full sign-in. */
export const knownBrowserSeconds = 90 * 86_400;

/** The values that the signature covers: after any of them changes, the browser is no longer known. */
export interface BrowserOwner {
  userId: string;
  passwordHash: string | null;
  knownBrowsersValidFrom: Date | null;
}

type Cookies = Readonly<Record<string, string | undefined>>;

export interface KnownBrowserCookie {
  /** The value as it was sent; null without one. */
  read(cookies: Cookies): string | null;
  set(reply: FastifyReply, value: string): void;
}

/**
 * The cookie that marks a known browser of staff. It grants no access. It is signed; scripts and other sites cannot
 * read it.
 */
export function knownBrowserCookie(publicOrigin: string): KnownBrowserCookie {
  const secure = publicOrigin.startsWith('https:');
  const name = secure ? '__Host-ve-staff-browser' : 've-staff-browser';
  const attributes = { path: '/', httpOnly: true, secure, sameSite: 'strict' } as const;
  return {
    read: (cookies) => cookies[name] ?? null,
    set: (reply, value) => void reply.setCookie(name, value, { ...attributes, maxAge: knownBrowserSeconds }),
  };
}

const shape = /^([A-Za-z0-9_-]{22})\.([0-9]{1,12})\.([A-Za-z0-9_-]{43})$/;
/**
 * The maximum difference between the clocks of two processes. A cookie from further in the future was signed before the
 * clock was set back.
 */
const skewSeconds = 5 * 60;

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1_000);

const signatureOf = (id: string, since: string, owner: BrowserOwner, key: string): Buffer =>
  createHmac('sha256', key)
    .update(
      JSON.stringify([
        'known browser',
        id,
        since,
        owner.userId,
        owner.passwordHash,
        owner.knownBrowsersValidFrom?.getTime() ?? null,
      ]),
    )
    .digest();

/** The cookie value for a browser in which this owner has just signed in. */
export function signKnownBrowser(owner: BrowserOwner, key: string, now: Date): string {
  const id = randomBytes(16).toString('base64url');
  const since = String(secondsOf(now));
  return `${id}.${since}.${signatureOf(id, since, owner, key).toString('base64url')}`;
}

/**
 * The id of the browser if this owner signed in with it within 90 days; null for a value that is forged, expired or
 * another user's.
 */
export function verifyKnownBrowser(value: string, owner: BrowserOwner, key: string, now: Date): string | null {
  const [, id, since, signature] = shape.exec(value) ?? [];
  if (id === undefined || since === undefined || signature === undefined) return null;
  const isGenuine = timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(id, since, owner, key));
  const age = secondsOf(now) - Number(since);
  return isGenuine && age >= -skewSeconds && age < knownBrowserSeconds ? id : null;
}
