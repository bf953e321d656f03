import { Inject, Injectable } from '@nestjs/common';
import { queueErrorLog } from '@ve/app/operations/queue-error-log';
import type { Context } from '@ve/data/kernel/context';
import type { Logger } from '@ve/server-kit/log/logger';
import type { FastifyRequest } from 'fastify';
import { Metrics } from '../../platform/metrics.ts';
import { LOGGER } from '../../platform/injection-tokens.ts';
import { ErrorLogBudget } from './error-log-budget.ts';
import { readErrorLog, scrubErrorLog } from './error-logs.mapper.ts';
import { ReleaseFailureRecorder } from './release-failure-recorder.ts';

@Injectable()
export class ErrorLogsService {
  readonly #budget = new ErrorLogBudget();

  constructor(
    @Inject(Metrics) private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(ReleaseFailureRecorder) private readonly failures: ReleaseFailureRecorder,
  ) {}

  /**
   * Queues a browser's report with its signed-in user. Never throws: a report that cannot be queued is counted and
   * dropped.
   */
  async take(context: Context, request: FastifyRequest): Promise<void> {
    const { now, correlationId, client = '' } = context;
    const entry = readErrorLog(request.body);
    if (!entry) {
      this.metrics.errorLogs.inc({ result: 'refused' });
      return;
    }
    await this.failures.take(context, request, entry).catch((error: unknown) => {
      this.logger.warn(
        { event: 'release_failure_record_failed', err: error, requestId: correlationId },
        'A release failure could not be recorded.',
      );
    });
    const result = this.#budget.admit(client, now().getTime());
    this.metrics.errorLogs.inc({ result });
    if (result === 'dropped') return;
    try {
      await queueErrorLog(context, scrubErrorLog(entry));
    } catch (error) {
      this.metrics.errorLogs.inc({ result: 'lost' });
      this.logger.warn(
        { event: 'error_report_enqueue_failed', err: error, requestId: correlationId },
        'An error report could not be enqueued.',
      );
    }
  }
}
