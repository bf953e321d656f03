import { Inject, Injectable } from '@nestjs/common';
import type { ChannelChoice } from '@ve/contracts/http/releases/visitor-channel';
import { readCookieSigningKey } from '@ve/data/jobs/limit/secret.repository';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHmac } from 'node:crypto';
import type { Config } from '../../config.ts';
import { type ChannelCookie, channelCookie, newChannelId } from './channel-cookie.ts';
import { isRobot } from '../../http/page-request.ts';
import { Database } from '../../platform/database.ts';
import { SigningKey } from '@ve/app/kernel/signing-key';
import { CONFIG } from '../../platform/injection-tokens.ts';

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
  readonly #cookie: ChannelCookie;
  readonly #key: SigningKey;

  constructor(@Inject(CONFIG) config: Config, @Inject(Database) database: Database) {
    this.#cookie = channelCookie(config.PUBLIC_ORIGIN);
    this.#key = new SigningKey(() => readCookieSigningKey(database.reader, 'channel'));
  }

  /**
   * The visitor of a request. Robots are in no canary, regardless of their cookies. Must not be called inside a
   * transaction: it may have to read the key first, and rejects when it cannot.
   */
  async of({ headers }: Asked): Promise<VisitorChannel> {
    if (isRobot({ headers }) || !this.#cookie.isIn(headers.cookie)) return inNone;
    return { id: this.#cookie.read(headers.cookie, await this.#key.read()).id, isNew: false };
  }

  /** The visitor of a page; creates an id if there is none and the visitor did not opt out. */
  async ofPage(request: Asked): Promise<VisitorChannel> {
    if (isRobot(request)) return inNone;
    const { id, choice } = this.#cookie.read(request.headers.cookie, await this.#key.read());
    if (id !== null || choice === 'stable') return { id, isNew: false };
    return { id: newChannelId(), isNew: true };
  }

  /** Sends the new id to the browser, for 30 days. Only for pages, which are never cached. */
  async keep(reply: FastifyReply, { id, isNew }: VisitorChannel): Promise<void> {
    if (id !== null && isNew) this.#cookie.give(reply, id, await this.#key.read());
  }

  /** The browser's choice; needs no key. */
  choiceOf({ headers }: Asked): ChannelChoice {
    return this.#cookie.read(headers.cookie, '').choice;
  }

  /** `stable` applies for a year. `any` clears the choice; the next page creates an id while a canary runs. */
  choose(reply: FastifyReply, choice: ChannelChoice): void {
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
