import { SpanKind } from '@opentelemetry/api';
import { contextOfTraceparent, runInSpan } from '@ve/contracts/trace-context';
import { jobDefinitions, type JobName, type QueueName } from '@ve/contracts/jobs';
import { DelayedError, RateLimitError, UnrecoverableError, WaitingError } from 'bullmq';
import type { Logger } from '../log/logger.ts';
import { bullTimestampMs } from '../clock/machine-time.ts';
import type { JobRunContext, JobHandlers } from './job-handlers.ts';
import { JobLockedError, QueueRateLimitedError, UnrecoverableJobError } from '@ve/contracts/job-errors';
import type { JobQueues } from './queues.ts';
import type { WorkerOptions } from './worker-options.ts';

/** The part of BullMQ's job that we use, on either backend. */
interface RunningJob {
  id?: string | undefined;
  name: string;
  data: unknown;
  attemptsMade: number;
  moveToWait(token?: string): Promise<unknown>;
  moveToDelayed(timestamp: number, token?: string): Promise<unknown>;
}

interface Run {
  queue: QueueName;
  job: RunningJob;
  token: string | undefined;
  signal: AbortSignal | undefined;
  handlers: JobHandlers;
  options: Pick<WorkerOptions, 'logger' | 'metrics' | 'outages'> & { queues: Pick<JobQueues, 'pause'> };
}

/**
 * Runs a job once: validates the payload against the contract, runs the handler, logs, measures, and maps errors to
 * BullMQ's.
 */
export const runJob = async (run: Run): Promise<void> => {
  const { queue, job, options } = run;
  const context = contextOf(run);
  const started = performance.now();
  const measure = (result: Parameters<typeof options.metrics.recordRun>[0]['result']) =>
    options.metrics.recordRun({ queue, job: job.name, result, milliseconds: performance.now() - started });
  try {
    await runInSpan(
      { name: isJobName(job.name) ? job.name : 'unknown job', kind: SpanKind.CONSUMER, attributes: { queue } },
      () => handle(run.handlers, job, context),
      contextOfTraceparent(readText(job.data, 'traceparent') ?? null),
    );
    measure('completed');
  } catch (error) {
    if (context.signal.aborted) {
      context.logger.warn(
        { event: 'job_requeued_on_shutdown' },
        'A job was requeued because the process is shutting down.',
      );
      measure('put-back');
      await job.moveToWait(run.token);
      throw new WaitingError();
    }
    if (error instanceof QueueRateLimitedError) {
      context.logger.warn(
        { event: 'job_requeued_on_rate_limit', afterMs: error.afterMs },
        'A job was requeued because its queue is rate-limited.',
      );
      measure('put-back');
      await options.queues.pause(queue, error.afterMs);
      throw new RateLimitError();
    }
    if (error instanceof JobLockedError) {
      context.logger.info(
        { event: 'job_requeued_on_lock', afterMs: error.afterMs },
        'A job was requeued because another worker holds its lock.',
      );
      measure('put-back');
      await job.moveToDelayed(bullTimestampMs() + error.afterMs, run.token);
      throw new DelayedError();
    }
    if (options.outages && (await options.outages.isOutage(error, context.signal))) {
      context.logger.warn(
        { event: 'job_requeued_on_outage', err: error },
        'A job was requeued because the database connection was lost.',
      );
      measure('put-back');
      await options.outages.over(context.signal);
      // The lock may have expired meanwhile: then another worker has the job, or will soon.
      await job.moveToWait(run.token).catch(() => undefined);
      throw new WaitingError();
    }
    const final = context.lastAttempt || error instanceof UnrecoverableJobError;
    const { attempt } = context;
    if (final) context.logger.error({ event: 'job_failed', err: error, attempt }, 'A job failed permanently.');
    else
      context.logger.warn({ event: 'job_retry_scheduled', err: error, attempt }, 'A job failed and will be retried.');
    measure(final ? 'failed' : 'retried');
    throw error instanceof UnrecoverableJobError ? new UnrecoverableError(error.message) : error;
  }
};

const isJobName = (name: string): name is JobName => Object.hasOwn(jobDefinitions, name);

const handle = async (handlers: JobHandlers, job: RunningJob, context: JobRunContext): Promise<void> => {
  if (!isJobName(job.name)) throw new UnrecoverableJobError('No job of this name');
  await handleAs({ name: job.name, handlers, data: job.data }, context);
};

const handleAs = async <N extends JobName>(
  { name, handlers, data }: { name: N; handlers: JobHandlers; data: unknown },
  context: JobRunContext,
): Promise<void> => {
  const payload = jobDefinitions[name].payload.safeParse(data);
  if (!payload.success) {
    // Only the paths: the queue stores this text, and a value might be personal.
    const where = payload.error.issues.map((issue) => issue.path.join('.') || 'payload').join(', ');
    throw new UnrecoverableJobError(`The payload is not of the contract: ${where}`);
  }
  await handlers[name](payload.data as Parameters<JobHandlers[N]>[0], context);
};

const contextOf = ({ queue, job, signal, options }: Run): JobRunContext => {
  const attempt = job.attemptsMade + 1;
  const correlationId = readText(job.data, 'correlationId')?.slice(0, 64);
  let logger: Logger | undefined;
  return {
    jobId: job.id ?? '',
    attempt,
    lastAttempt: !isJobName(job.name) || attempt >= jobDefinitions[job.name].attempts,
    signal: signal ?? new AbortController().signal,
    // Created on first use: most runs log nothing, and a child logger is expensive.
    get logger() {
      logger ??= options.logger.child({ queue, job: job.name, jobId: job.id, correlationId });
      return logger;
    },
  };
};

const readText = (data: unknown, name: 'correlationId' | 'traceparent'): string | undefined => {
  const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
  return typeof value === 'string' ? value : undefined;
};
