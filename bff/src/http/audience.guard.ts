import type { ExecutionContext, Type } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import { AuthGuard } from '@nestjs/passport';
import type { Actor } from '@ve/data/kernel/context';
import { findReleaseToken } from '@ve/data/releases/registry/release-token.repository';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { secretTokenHash } from '@ve/app/kernel/secret-token';
import { ProblemError } from '@ve/app/kernel/problem-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../platform/database.ts';
import type { Audience, VendorSignature } from './audience.ts';
import { pauseBodyTimeout } from './body-timeout.ts';
import { type LocalAdmins, localAdmins } from '../identity/staff/local-admin.ts';
import { RequestContext } from './request-context.ts';
import { sessionCookie, type SessionCookie } from '../identity/session/session-cookie.ts';
import {
  actorOf,
  sessionStrategy,
  SessionStrategy,
  type SessionStrategyOptions,
} from '../identity/session/session.strategy.ts';
import { continueBody } from './unread-body.ts';
import { uploadProblem } from './uploads.ts';
import type { SessionRow } from '@ve/data/identity/session/session.repository';

interface GuardParts {
  config: Config;
  database: Database;
  clock: Clock;
  /** The instance of a vendor's signature; throws when no feature provides it. */
  signature: (of: Type<VendorSignature>) => VendorSignature;
}

type GuardedRequest = FastifyRequest & { context: RequestContext; rawBody?: Buffer };

/**
 * Admits requests by the audience of their route, and creates the request's context. A visitor's route costs no query:
 * the session is read only if the audience needs one, or the route `recognises` signed-in users. All callers are
 * admitted before the body is read (`admit`), except vendors, whose signature is over the body: Nest calls the guard
 * for them.
 */
export class AudienceGuard extends AuthGuard(sessionStrategy) {
  readonly #parts: GuardParts;
  readonly #cookie: SessionCookie;
  readonly #local: LocalAdmins;

  constructor(parts: GuardParts) {
    super();
    this.#parts = parts;
    this.#cookie = sessionCookie(parts.config.PUBLIC_ORIGIN);
    this.#local = localAdmins(parts.config);
    new SessionStrategy();
  }

  /** Admits every request of these routes before its body is read. */
  protect(instance: FastifyInstance): void {
    instance.addHook('preParsing', (request, reply, _body, done) => {
      // Fastify would parse the body first.
      if (request.is404) return void done(new ProblemError('not-found'));
      // A route that is not Nest's calls `admit` in its own handler.
      if (request.context !== null) return void done();
      const admitted = () => {
        const problem = uploadProblem(request);
        if (problem === null) continueBody(request.raw, reply.raw);
        done(problem ?? undefined);
      };
      try {
        const admission = this.admit(request, reply);
        if (admission === true) admitted();
        else {
          const readBody = pauseBodyTimeout(request);
          admission.then(readBody).then(admitted, done);
        }
      } catch (error) {
        done(error as Error);
      }
    });
  }

  /**
   * Admits a request by its headers alone. A vendor is admitted later, by the signature of the body.
   * @throws ProblemError when the caller does not belong to the audience of the matched route
   */
  admit(given: FastifyRequest, reply: FastifyReply): true | Promise<true> {
    const { database, clock } = this.#parts;
    const context = new RequestContext(given, database, clock);
    const request: GuardedRequest = Object.assign(given, { context });
    const { audience, recognises } = request.routeOptions.config;
    if (audience === 'visitor') return recognises === true ? this.#recognise(request) : true;
    if (audience === undefined) throw new ProblemError('access-denied');
    if (typeof audience === 'object' && 'vendor' in audience) return true;
    if (audience === 'team') return this.#admitTeam(request);
    if (typeof audience === 'object') return this.#admitStaff(request, reply);
    return this.#admitCustomer(request, reply);
  }

  /** The checks that need the body: a vendor's signature. */
  override canActivate(host: ExecutionContext): boolean | Promise<boolean> {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const { audience } = request.routeOptions.config;
    if (!isGuarded(request) || audience === undefined) throw new ProblemError('access-denied');
    return typeof audience === 'object' && 'vendor' in audience ? this.#checkSignature(request, audience.vendor) : true;
  }

  override getAuthenticateOptions(
    host: ExecutionContext,
  ): SessionStrategyOptions & { session: false; property: 'actor' } {
    const request = host.switchToHttp().getRequest<GuardedRequest>();
    return { session: false, property: 'actor', findSession: () => this.#findSession(request) };
  }

  /**
   * Checks passport's result against the route's audience. @throws ProblemError `sign-in-required` or `access-denied`
   */
  override handleRequest<T>(error: unknown, actor: T | false, _info: unknown, host: ExecutionContext): T {
    if (error) throw error instanceof Error ? error : new Error('The session could not be read', { cause: error });
    if (!actor) throw new ProblemError('sign-in-required');
    const { context, routeOptions } = host.switchToHttp().getRequest<GuardedRequest>();
    context.actor = actor as unknown as Actor;
    if (!isAdmitted(context.actor, routeOptions.config.audience)) throw new ProblemError('access-denied');
    return actor;
  }

  /** Admits staff by their session, or by the break-glass session if the browser requests it and has one. */
  async #admitStaff(request: GuardedRequest, reply: FastifyReply): Promise<true> {
    const local = await this.#local.find(request.context, request);
    if (!local) return this.#admitCustomer(request, reply);
    request.context.actor = local;
    return true;
  }

  /** Admits by session; `handleRequest` checks it against the audience. */
  async #admitCustomer(request: GuardedRequest, reply: FastifyReply): Promise<true> {
    await super.canActivate(new ExecutionContextHost([request, reply]));
    return true;
  }

  /** Admits a team by its bearer token. Browsers do not send that header cross-site, as they do a cookie. */
  async #admitTeam({ headers, context }: GuardedRequest): Promise<true> {
    const [, token] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
    // The look-up is by hash, so that its timing reveals nothing about valid tokens.
    const hash = secretTokenHash(token);
    const found = hash === null ? null : await findReleaseToken(context.em, hash, context.now());
    if (found === null) throw new ProblemError('token-refused');
    context.actor = { kind: 'team', name: found.name, label: found.label };
    return true;
  }

  async #recognise(request: GuardedRequest): Promise<true> {
    const session = await this.#findSession(request);
    const local = await this.#local.find(request.context, request);
    if (local) request.context.actor = local;
    else if (session) request.context.actor = actorOf(session);
    return true;
  }

  async #findSession({ context, cookies }: GuardedRequest): Promise<SessionRow | null> {
    return (context.session = await this.#cookie.find(context, cookies));
  }

  async #checkSignature(request: GuardedRequest, of: Type<VendorSignature>): Promise<true> {
    const signature = this.#parts.signature(of);
    const { headers, url, rawBody, context } = request;
    if (!(await signature.isGenuine({ headers, url, rawBody, now: context.now() }))) {
      throw new ProblemError('signature-refused');
    }
    context.actor = { kind: 'vendor', name: signature.vendor };
    return true;
  }
}

/** Whether the request has passed `admit`, which refuses all others. */
const isGuarded = (request: FastifyRequest): request is GuardedRequest => request.context !== null;

/** Whether the signed-in user belongs to the audience. Staff may do what customers may, with their own data. */
function isAdmitted(actor: Actor, audience: Audience | undefined): boolean {
  if (audience === 'customer') return actor.kind === 'customer' || actor.kind === 'staff';
  if (typeof audience !== 'object' || !('staff' in audience)) return false;
  return actor.kind === 'local-admin' || (actor.kind === 'staff' && actor.roles.includes(audience.staff));
}
