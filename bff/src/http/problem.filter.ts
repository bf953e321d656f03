import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { apiErrors } from '@ve/contracts/errors';
import { ProblemError, toProblemDocument } from '@ve/app/kernel/problem-error';
import type { Logger } from '@ve/server-kit/log/logger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BodyBufferFullError } from './body-buffer.ts';
import type { RouteTable } from './route-table.ts';
import { toProblemError } from './to-problem-error.ts';

export function sendProblemResponse(problem: ProblemError, request: FastifyRequest, reply: FastifyReply): void {
  const { retryAfterSeconds, allow } = problem.options;
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds);
  if (allow !== undefined) void reply.header('allow', allow.join(', '));
  void reply
    .status(apiErrors[problem.code].status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(toProblemDocument(problem, request.id)));
}

/** The only place where errors become responses. Only unexpected ones are logged as errors. */
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
    const problem = this.#withMethods(toProblemError(error), request);
    const { status } = apiErrors[problem.code];
    if (status === 500) {
      this.#logger.error(
        { event: 'request_failed', requestId: request.id, route: request.routeOptions.url, err: error },
        'A request failed with an unexpected error.',
      );
    } else if (status === 503 && problem.code !== 'busy' && !(error instanceof BodyBufferFullError)) {
      // Refusals for lack of capacity are logged at their source, rate-limited.
      this.#logger.warn(
        { event: 'dependency_unavailable', requestId: request.id, route: request.routeOptions.url, err: error },
        'A request was answered with 503 because a dependency is unavailable.',
      );
    }
    if (reply.sent) return;
    if (request.routeOptions.config.alwaysNoContent === true) void reply.status(204).send();
    else sendProblemResponse(problem, request, reply);
  }

  #withMethods(problem: ProblemError, request: FastifyRequest): ProblemError {
    if (problem.code !== 'not-found') return problem;
    const allow = this.#routes.methodsOf(request.url.split('?')[0] ?? '/');
    return allow.length === 0 || allow.includes(request.method)
      ? problem
      : new ProblemError('method-not-allowed', { allow });
  }
}
