import { Inject, Injectable } from '@nestjs/common';
import type { Session } from '@ve/contracts/http/session';
import type { Context } from '@ve/data/context';
import type { Config } from '../config.ts';
import { sessionReader } from '../http/session-cookie.ts';
import { CONFIG } from '../platform/tokens.ts';
import { toSession } from './session.mapper.ts';

@Injectable()
export class SessionService {
  readonly #find: ReturnType<typeof sessionReader>;

  constructor(@Inject(CONFIG) config: Config) {
    this.#find = sessionReader(config.PUBLIC_ORIGIN);
  }

  /** No user for a missing, unknown, expired or revoked session. */
  async read(context: Context, cookies: Readonly<Record<string, string | undefined>>): Promise<Session> {
    return toSession((await this.#find(context, cookies))?.user ?? null);
  }
}
