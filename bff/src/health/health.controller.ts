import { type BeforeApplicationShutdown, Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { mayReadMetrics } from '@ve/server-kit/health/metrics-access';
import { checkReadiness, type ReadinessCheck } from '@ve/server-kit/health/readiness-result';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BffConfig } from '../config.ts';
import { NonApiRoute } from '../http/route-rules.ts';
import { CONFIG_TOKEN } from '../platform/injection-tokens.ts';
import { BffDatabase } from '../platform/database.ts';
import { BffMetrics } from '../platform/metrics.ts';

/** Injection token of the check for a published shell, a `ReadinessCheck`. */
export const SHELL_READINESS_CHECK_TOKEN = Symbol('shell check');

@ApiExcludeController()
@Controller()
export class HealthController implements BeforeApplicationShutdown {
  #draining = false;

  constructor(
    @Inject(BffDatabase) private readonly database: BffDatabase,
    @Inject(SHELL_READINESS_CHECK_TOKEN) private readonly checkShell: ReadinessCheck,
    @Inject(BffMetrics) private readonly metrics: BffMetrics,
    @Inject(CONFIG_TOKEN) private readonly config: BffConfig,
  ) {}

  /** Makes `/readyz` answer 503 from now on. */
  drain(): void {
    this.#draining = true;
  }

  beforeApplicationShutdown(): void {
    this.drain();
  }

  @Get('healthz')
  @NonApiRoute('visitor', { anyHost: true })
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /**
   * Readiness: the database responds, and the checks of the features pass. `?exclude=database` is for a proxy that must
   * keep sending while the database is down, when pages are served from what was last known.
   */
  @Get('readyz')
  @NonApiRoute('visitor', { anyHost: true })
  async ready(@Res({ passthrough: true }) reply: FastifyReply, @Query('exclude') excluded?: unknown): Promise<unknown> {
    const readiness = await checkReadiness({
      ...(excluded !== 'database' && { database: () => this.database.ping() }),
      shell: this.checkShell,
    });
    const ready = readiness.ready && !this.#draining;
    if (!ready) void reply.status(503);
    return { ...readiness, ready };
  }

  /** Metrics for a collector on this machine only; 404 for other clients, and where a listener of its own has them. */
  @Get('metrics')
  @NonApiRoute('visitor', { anyHost: true })
  async read(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    if (this.config.METRICS_PORT !== undefined || !mayReadMetrics(request.socket.remoteAddress, request.headers))
      throw new ProblemError('not-found');
    void reply.header('content-type', this.metrics.registry.contentType);
    return this.metrics.registry.metrics();
  }
}
