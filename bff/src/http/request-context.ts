import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Actor, Context } from '@ve/data/context';
import type { Clock } from '@ve/domain/time/clock';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../platform/database.ts';
import { clientKey } from './client-key.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Made by the guard, once for each request that a handler answers. */
    context: RequestContext | null;
  }
}

const visitor: Actor = { kind: 'visitor' };

/** What one request works with. Its entity manager is made when it is first asked for: most reads need none. */
export class RequestContext implements Context {
  actor: Actor = visitor;
  readonly now: Clock;
  readonly #request: FastifyRequest;
  readonly #database: Database;
  #em: Context['em'] | null = null;

  constructor(request: FastifyRequest, database: Database, now: Clock) {
    this.#database = database;
    this.now = now;
    this.#request = request;
  }

  get correlationId(): string {
    return this.#request.id;
  }

  get client(): string {
    return clientKey(this.#request.ip);
  }

  get em(): Context['em'] {
    return (this.#em ??= this.#database.em());
  }
}

/** The context of the request that a handler answers. */
export const Ctx = createParamDecorator((_: undefined, host: ExecutionContext): Context => {
  const { context } = host.switchToHttp().getRequest<FastifyRequest>();
  if (context === null) throw new Error('The guard made no context for this request');
  return context;
});
