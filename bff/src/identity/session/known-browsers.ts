import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { sharedSecret } from '@ve/data/jobs/limit/secret.repository';
import type { StaffAccount } from '@ve/data/identity/staff/staff-account.repository';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import {
  type BrowserOwner,
  type KnownBrowserCookie,
  knownBrowserCookie,
  verifyKnownBrowser,
  signKnownBrowser,
} from './known-browser-cookie.ts';
import { Database } from '../../platform/database.ts';
import { SigningKey } from '@ve/app/kernel/signing-key';
import { CLOCK, CONFIG } from '../../platform/tokens.ts';

/** Compared with the cookie when an address has no account, so that it takes the same time. */
const noOwner: BrowserOwner = { userId: '', passwordHash: null, knownBrowsersValidFrom: null };

/**
 * Browsers in which a member of staff has signed in with password and second factor, marked by a signed cookie of 90
 * days. Such a browser has its own sign-in attempts, which no other client can use up. The cookie grants no access.
 */
@Injectable()
export class KnownBrowsers {
  readonly #cookie: KnownBrowserCookie;
  readonly #key: SigningKey;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(Database) database: Database,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    this.#cookie = knownBrowserCookie(config.PUBLIC_ORIGIN);
    this.#key = new SigningKey(() => sharedSecret(database.reader, 'known-browser'));
  }

  /**
   * The id of the browser if it is known to this account; otherwise null, and always null without an account. Must not
   * be called inside a transaction: it may have to read the key first.
   */
  async idOf({ cookies }: Pick<FastifyRequest, 'cookies'>, account: StaffAccount | null): Promise<string | null> {
    const value = this.#cookie.read(cookies);
    if (value === null) return null;
    const id = verifyKnownBrowser(value, account ?? noOwner, await this.#key.read(), this.now());
    return account === null ? null : id;
  }

  /** Marks the browser as known to an account that has just signed in with it; each sign-in restarts the 90 days. */
  async keep(reply: FastifyReply, account: StaffAccount): Promise<void> {
    this.#cookie.set(reply, signKnownBrowser(account, await this.#key.read(), this.now()));
  }
}
