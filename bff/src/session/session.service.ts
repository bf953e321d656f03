import { Inject, Injectable } from '@nestjs/common';
import type { Session } from '@ve/contracts/http/session';
import { findSessionUser } from '@ve/data/session/session.repository';
import { secretTokenHash } from '@ve/server-kit/auth/secret-token';
import { sessionCookieName } from '@ve/server-kit/auth/session-cookie';
import type { Config } from '../config.ts';
import { Database } from '../platform/database.ts';
import { type Clock, CLOCK, CONFIG } from '../platform/tokens.ts';
import { toSession } from './session.mapper.ts';

@Injectable()
export class SessionService {
  readonly #cookie: string;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#cookie = sessionCookieName(config.PUBLIC_ORIGIN);
  }

  /** Nobody for a missing, unknown, expired or revoked session; the database is asked only about a token of our form. */
  async read(cookies: Readonly<Record<string, string | undefined>>): Promise<Session> {
    const hash = secretTokenHash(cookies[this.#cookie]);
    return toSession(hash === null ? null : await findSessionUser(this.database.em(), hash, this.clock()));
  }
}
