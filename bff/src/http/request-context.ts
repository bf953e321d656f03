import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Actor, Context } from '@ve/data/kernel/context';
import type { Clock } from '@ve/domain/kernel/time/clock';
import type { FastifyRequest } from 'fastify';
import type { BffDatabase } from '../platform/database.ts';
import { clientLimitKey } from './client-limit-key.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard, once per handled request. */
    context: RequestContext | null;
  }
}

const visitor: Actor = { kind: 'visitor' };

/** The context of one request. Its entity manager is created on first use: most reads need none. */
export class RequestContext implements Context {
  actor: Actor = visitor;
  /** Read only where the route needs it (`AudienceGuard`), by `Callers`. */
  session: object | null = null;
  readonly now: Clock;
  readonly #request: FastifyRequest;
  readonly #database: BffDatabase;
  #em: Context['em'] | null = null;

  constructor(request: FastifyRequest, database: BffDatabase, now: Clock) {
    this.#database = database;
    this.now = now;
    this.#request = request;
  }

  get correlationId(): string {
    return this.#request.id;
  }

  get client(): string {
    return clientLimitKey(this.#request.ip);
  }

  get em(): Context['em'] {
    return (this.#em ??= this.#database.em());
  }
}

function contextOf(host: ExecutionContext): RequestContext {
  const { context } = host.switchToHttp().getRequest<FastifyRequest>();
  if (context === null) throw new Error('The guard created no context for this request');
  return context;
}

/** Injects the request's context into a handler. */
export const CurrentContext = createParamDecorator((_: undefined, host: ExecutionContext): Context => contextOf(host));

/** Injects the session that the guard has read; null for a visitor, and on routes that do not recognise users. */
export const CurrentSession = createParamDecorator(
  (_: undefined, host: ExecutionContext): object | null => contextOf(host).session,
);
