import { Inject, Injectable } from '@nestjs/common';
import type { Context } from '@ve/data/context';
import { clientKey } from '../http/client-key.ts';
import { Database } from './database.ts';
import { type Clock, CLOCK } from './tokens.ts';

/** What a request of a visitor works with. */
@Injectable()
export class VisitorContext {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  of(request: { id: string; ip: string }): Context {
    return {
      em: this.database.em(),
      now: this.clock,
      correlationId: request.id,
      actor: { kind: 'visitor' },
      client: clientKey(request.ip),
    };
  }
}
