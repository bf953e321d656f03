import type { ChannelChoice } from '@ve/contracts/http/releases/visitor-channel';
import type { FastifyReply } from 'fastify';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The content of the cookie, which is not stored on the server. */
export interface ChannelCookieContent {
  /** The random id that determines the visitor's channels; null without a valid one, and after opting out. */
  id: string | null;
  choice: ChannelChoice;
}

/** The cookie that keeps a visitor in one channel of each release. Scripts and other sites cannot read it. */
export interface ChannelCookie {
  /** `header`: the request's `Cookie`. A value that is forged, truncated or present twice counts as none. */
  read(header: string | undefined, key: string): ChannelCookieContent;
  /** Whether the header has the cookie at all, valid or not: if not, no key is needed. */
  isIn(header: string | undefined): boolean;
  give(reply: FastifyReply, id: string, key: string): void;
  optOut(reply: FastifyReply): void;
  clear(reply: FastifyReply): void;
}

const day = 86_400;
const channelSeconds = 30 * day;
/** A visitor who opted out should not have to do it again soon. */
const optOutSeconds = 365 * day;

const optedOut = 'stable';
const signed = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/** 128 random bits. */
export const newChannelId = (): string => randomBytes(16).toString('base64url');

const signatureOf = (id: string, key: string): Buffer => createHmac('sha256', key).update(`channel ${id}`).digest();

/** Every value of this name in the header: if there are several, another site of the domain may have set one. */
const valuesOf = (header: string | undefined, name: string): string[] =>
  (header ?? '').split(';').flatMap((pair) => {
    const [key, ...value] = pair.split('=');
    return key?.trim() === name ? [value.join('=').trim()] : [];
  });

export function channelCookie(publicOrigin: string): ChannelCookie {
  const secure = publicOrigin.startsWith('https:');
  const name = secure ? '__Host-ve-channel' : 've-channel';
  const attributes = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const;
  return {
    isIn: (header) => valuesOf(header, name).length > 0,
    read(header, key) {
      const [value = '', ...more] = valuesOf(header, name);
      if (more.length > 0) return { id: null, choice: 'any' };
      if (value === optedOut) return { id: null, choice: 'stable' };
      const [, id, signature] = signed.exec(value) ?? [];
      if (id === undefined || signature === undefined) return { id: null, choice: 'any' };
      const isGenuine = timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(id, key));
      return { id: isGenuine ? id : null, choice: 'any' };
    },
    give: (reply, id, key) =>
      void reply.setCookie(name, `${id}.${signatureOf(id, key).toString('base64url')}`, {
        ...attributes,
        maxAge: channelSeconds,
      }),
    optOut: (reply) => void reply.setCookie(name, optedOut, { ...attributes, maxAge: optOutSeconds }),
    clear: (reply) => void reply.clearCookie(name, attributes),
  };
}
