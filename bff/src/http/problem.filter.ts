import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { errors } from '@ve/contracts/errors';
import { ProblemError, problemOf } from '@ve/server-kit/errors/problem-error';
import type { Logger } from '@ve/server-kit/log/logger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteTable } from './route-table.ts';
import { faultOf } from './fault-of.ts';

/** Sends a failure as a problem document. */
export function sendProblem(fault: ProblemError, request: FastifyRequest, reply: FastifyReply): void {
  const { retryAfterSeconds, allow } = fault.options;
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds);
  if (allow !== undefined) void reply.header('allow', allow.join(', '));
  void reply
    .status(errors[fault.code].status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(problemOf(fault, request.id)));
}

/** The one place where failures become answers. Only what nobody foresaw is logged as an error. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  readonly #logger: Logger;
  readonly #routes: RouteTable;

  constructor(logger: Logger, routes: RouteTable) {
    this.#logger = logger;
    this.#routes = routes;
  }

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const fault = this.#withMethods(faultOf(error), request);
    const { status } = errors[fault.code];
    if (status === 500) {
      this.#logger.error({ requestId: request.id, route: request.routeOptions.url, err: error }, 'request failed');
    } else if (status === 503 && fault.code !== 'busy') {
      // Whoever refuses for want of room says so once, not at each refusal.
      this.#logger.warn({ requestId: request.id, route: request.routeOptions.url, err: error }, 'not available');
    }
    if (reply.sent) return;
    if (request.routeOptions.config.alwaysNoContent === true) void reply.status(204).send();
    else sendProblem(fault, request, reply);
  }

  #withMethods(fault: ProblemError, request: FastifyRequest): ProblemError {
    if (fault.code !== 'not-found') return fault;
    const allow = this.#routes.methodsOf(request.url.split('?')[0] ?? '/');
    return allow.length === 0 || allow.includes(request.method)
      ? fault
      : new ProblemError('method-not-allowed', { allow });
  }
}
