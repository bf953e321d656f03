import { knownStaffBrowserSeconds } from '@ve/app/identity/staff/known-browsers';
import type { FastifyReply } from 'fastify';

type Cookies = Readonly<Record<string, string | undefined>>;

export interface KnownStaffBrowserCookie {
  /** The value as it was sent; null without one. */
  read(cookies: Cookies): string | null;
  set(reply: FastifyReply, value: string): void;
}

/**
 * The cookie that marks a known browser of staff. It grants no access. It is signed; scripts and other sites cannot
 * read it.
 */
export function knownStaffBrowserCookie(publicOrigin: string): KnownStaffBrowserCookie {
  const secure = publicOrigin.startsWith('https:');
  const name = secure ? '__Host-ve-staff-browser' : 've-staff-browser';
  const attributes = { path: '/', httpOnly: true, secure, sameSite: 'strict' } as const;
  return {
    read: (cookies) => cookies[name] ?? null,
    set: (reply, value) => void reply.setCookie(name, value, { ...attributes, maxAge: knownStaffBrowserSeconds }),
  };
}
