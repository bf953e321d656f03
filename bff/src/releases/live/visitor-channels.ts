import { Inject, Injectable } from '@nestjs/common';
import type { VisitorChannelChoice } from '@ve/contracts/http/releases/visitor-channel';
import { readReleaseCookieSigningKey } from '@ve/data/jobs/limit/secret.repository';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { BffConfig } from '../../config.ts';
import { isRobotRequest } from '../../http/page-request.ts';
import { BffDatabase } from '../../platform/database.ts';
import { SigningKey } from '@ve/app/kernel/signing-key';
import { CONFIG_TOKEN } from '../../platform/injection-tokens.ts';

/** The content of the cookie, which is not stored on the server. */
export interface ReleaseChannelCookieContent {
  /** The random id that determines the visitor's channels; null without a valid one, and after opting out. */
  id: string | null;
  choice: VisitorChannelChoice;
}

/** The cookie that keeps a visitor in one channel of each release. Scripts and other sites cannot read it. */
export interface ReleaseChannelCookie {
  /** `header`: the request's `Cookie`. A value that is forged, truncated or present twice counts as none. */
  read(header: string | undefined, key: string): ReleaseChannelCookieContent;
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
export const newVisitorChannelId = (): string => randomBytes(16).toString('base64url');

const signatureOf = (id: string, key: string): Buffer => createHmac('sha256', key).update(`channel ${id}`).digest();

/** Every value of this name in the header: if there are several, another site of the domain may have set one. */
const valuesOf = (header: string | undefined, name: string): string[] =>
  (header ?? '').split(';').flatMap((pair) => {
    const [key, ...value] = pair.split('=');
    return key?.trim() === name ? [value.join('=').trim()] : [];
  });

export function releaseChannelCookie(publicOrigin: string): ReleaseChannelCookie {
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

/** The visitor's participation in canaries. */
export interface VisitorChannel {
  /** Null: in no canary. */
  id: string | null;
  /** Created for this request; applies once `keep` has sent it. */
  isNew: boolean;
}

const inNone: VisitorChannel = { id: null, isNew: false };

type Asked = Pick<FastifyRequest, 'headers'>;

/** Assigns visitors to channels, by a signed cookie only: no table contains its id. */
@Injectable()
export class VisitorChannels {
  readonly #cookie: ReleaseChannelCookie;
  readonly #key: SigningKey;

  constructor(@Inject(CONFIG_TOKEN) config: BffConfig, @Inject(BffDatabase) database: BffDatabase) {
    this.#cookie = releaseChannelCookie(config.PUBLIC_ORIGIN);
    this.#key = new SigningKey(() => readReleaseCookieSigningKey(database.reader, 'channel'));
  }

  /**
   * The visitor of a request. Robots are in no canary, regardless of their cookies. Must not be called inside a
   * transaction: it may have to read the key first, and rejects when it cannot.
   */
  async of({ headers }: Asked): Promise<VisitorChannel> {
    if (isRobotRequest({ headers }) || !this.#cookie.isIn(headers.cookie)) return inNone;
    return { id: this.#cookie.read(headers.cookie, await this.#key.read()).id, isNew: false };
  }

  /** The visitor of a page; creates an id if there is none and the visitor did not opt out. */
  async ofPage(request: Asked): Promise<VisitorChannel> {
    if (isRobotRequest(request)) return inNone;
    const { id, choice } = this.#cookie.read(request.headers.cookie, await this.#key.read());
    if (id !== null || choice === 'stable') return { id, isNew: false };
    return { id: newVisitorChannelId(), isNew: true };
  }

  /** Sends the new id to the browser, for 30 days. Only for pages, which are never cached. */
  async keep(reply: FastifyReply, { id, isNew }: VisitorChannel): Promise<void> {
    if (id !== null && isNew) this.#cookie.give(reply, id, await this.#key.read());
  }

  /** The browser's choice; needs no key. */
  choiceOf({ headers }: Asked): VisitorChannelChoice {
    return this.#cookie.read(headers.cookie, '').choice;
  }

  /** `stable` applies for a year. `any` clears the choice; the next page creates an id while a canary runs. */
  choose(reply: FastifyReply, choice: VisitorChannelChoice): void {
    if (choice === 'stable') this.#cookie.optOut(reply);
    else this.#cookie.clear(reply);
  }

  /** The keyed hash of an id, 64 hexadecimal digits, to store with an error. */
  async hashOf(id: string): Promise<string> {
    return createHmac('sha256', await this.#key.read())
      .update(`visitor ${id}`)
      .digest('hex');
  }
}
