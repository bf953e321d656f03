import { type ReleaseOverrideTargets, releaseOverrideTargetsSchema } from '@ve/contracts/override';
import type { FastifyReply } from 'fastify';
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';

/** The maximum duration of a staff session. */
export const releaseOverrideCookieSeconds = 12 * 3_600;

/** The releases that a member of staff previews in one session. */
export interface StaffReleaseOverride {
  sessionId: string;
  /** Seconds since 1970. */
  until: number;
  targets: ReleaseOverrideTargets;
}

type Cookies = Readonly<Record<string, string | undefined>>;

export interface ReleaseOverrideCookie {
  /** The value as it was sent; null without one. */
  read(cookies: Cookies): string | null;
  set(reply: FastifyReply, value: string): void;
  clear(reply: FastifyReply): void;
}

/** The cookie with the releases that its session previews. It is signed; scripts and other sites cannot read it. */
export function releaseOverrideCookie(publicOrigin: string): ReleaseOverrideCookie {
  const secure = publicOrigin.startsWith('https:');
  const name = secure ? '__Host-ve-override' : 've-override';
  const attributes = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const;
  return {
    read: (cookies) => cookies[name] ?? null,
    set: (reply, value) => void reply.setCookie(name, value, { ...attributes, maxAge: releaseOverrideCookieSeconds }),
    clear: (reply) => void reply.clearCookie(name, attributes),
  };
}

/** Browsers store no longer cookies. */
const longest = 4_096;

const contentSchema = z.strictObject({ session: z.uuid(), until: z.int(), remotes: releaseOverrideTargetsSchema });

const signatureOf = (content: string, key: string): Buffer =>
  createHmac('sha256', key).update(`override ${content}`).digest();

export function signReleaseOverride(
  { sessionId: session, until, targets: remotes }: StaffReleaseOverride,
  key: string,
): string {
  const content = Buffer.from(JSON.stringify({ session, until, remotes })).toString('base64url');
  return `${content}.${signatureOf(content, key).toString('base64url')}`;
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** The override in the cookie; null if it has expired, or was not signed with this key. */
export function verifyReleaseOverride(value: string, key: string, now: Date): StaffReleaseOverride | null {
  const [content = '', signature = '', ...more] = value.length > longest ? [] : value.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(content, key);
  if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const read = contentSchema.safeParse(parseJson(Buffer.from(content, 'base64url').toString('utf8')));
  if (!read.success || read.data.until * 1_000 <= now.getTime()) return null;
  const { session, until, remotes } = read.data;
  return { sessionId: session, until, targets: remotes };
}
