import type { Actor, Context } from '@ve/data/kernel/context';
import type { FastifyRequest } from 'fastify';

/** Identifies the callers of requests by what they send; null for a caller that is not known. */
export interface Callers {
  /** By the session cookie. `session` is what `CurrentSession` injects. */
  findSession(context: Context, request: FastifyRequest): Promise<{ session: object; actor: Actor } | null>;
  /** By the break-glass session, if the browser asks for its rights. */
  findLocalAdmin(context: Context, request: FastifyRequest): Promise<Actor | null>;
  /** By a team's token. */
  findTeam(context: Context, token: string | undefined): Promise<Actor | null>;
}
