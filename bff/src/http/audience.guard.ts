import type { ExecutionContext, Type } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import { AuthGuard } from '@nestjs/passport';
import type { Actor, Context } from '@ve/data/kernel/context';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { ProblemError } from '@ve/app/kernel/problem-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BffDatabase } from '../platform/database.ts';
import type { RouteAudience, VendorSignatureVerifier } from './audience.ts';
import { pauseBodyTimeout } from './body-timeout.ts';
import { RequestContext } from './request-context.ts';
import { sessionStrategyName, SessionStrategy, type SessionStrategyOptions } from './session.strategy.ts';
import { send100Continue } from './unread-body.ts';
import { findUploadProblem } from './uploads.ts';

/**
 * Identifies the callers of requests by what they send: users and the local admin by cookies, teams by a header. Null
 * for a caller that is not known.
 */
export interface CallerResolver {
  /** By the session cookie. `session` is what `CurrentSession` injects. */
  findSession(context: Context, request: FastifyRequest): Promise<{ session: object; actor: Actor } | null>;
  /** By the break-glass session, if the browser asks for its rights. */
  findLocalAdmin(context: Context, request: FastifyRequest): Promise<Actor | null>;
  /** By a team's token. */
  findTeam(context: Context, token: string | undefined): Promise<Actor | null>;
}

interface GuardParts {
  callers: CallerResolver;
  database: BffDatabase;
  clock: Clock;
  /** The instance of a vendor's signature; throws when no feature provides it. */
  signature: (of: Type<VendorSignatureVerifier>) => VendorSignatureVerifier;
}

type GuardedRequest = FastifyRequest & { context: RequestContext; rawBody?: Buffer };

/**
 * Admits requests by the audience of their route, and creates the request's context. A visitor's route costs no query:
 * the session is read only if the audience needs one, or the route `recognises` signed-in users. All callers are
 * admitted before the body is read (`admit`), except vendors, whose signature is over the body: Nest calls the guard
 * for them.
 */
export class AudienceGuard extends AuthGuard(sessionStrategyName) {
  readonly #parts: GuardParts;

  constructor(parts: GuardParts) {
    super();
    this.#parts = parts;
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
        const problem = findUploadProblem(request);
        if (problem === null) send100Continue(request.raw, reply.raw);
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
    // Without cookies there is no user to recognise.
    if (audience === 'visitor')
      return recognises === true && request.headers.cookie !== undefined ? this.#recognise(request) : true;
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
    return { session: false, property: 'actor', findActor: () => this.#findActor(request) };
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
    const local = await this.#parts.callers.findLocalAdmin(request.context, request);
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
    const team = await this.#parts.callers.findTeam(context, token);
    if (team === null) throw new ProblemError('token-refused');
    context.actor = team;
    return true;
  }

  async #recognise(request: GuardedRequest): Promise<true> {
    const actor = await this.#findActor(request);
    const local = await this.#parts.callers.findLocalAdmin(request.context, request);
    request.context.actor = local ?? actor ?? request.context.actor;
    return true;
  }

  async #findActor(request: GuardedRequest): Promise<Actor | null> {
    const found = await this.#parts.callers.findSession(request.context, request);
    request.context.session = found?.session ?? null;
    return found?.actor ?? null;
  }

  async #checkSignature(request: GuardedRequest, of: Type<VendorSignatureVerifier>): Promise<true> {
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
function isAdmitted(actor: Actor, audience: RouteAudience | undefined): boolean {
  if (audience === 'customer') return actor.kind === 'customer' || actor.kind === 'staff';
  if (typeof audience !== 'object' || !('staff' in audience)) return false;
  return actor.kind === 'local-admin' || (actor.kind === 'staff' && actor.roles.includes(audience.staff));
}
