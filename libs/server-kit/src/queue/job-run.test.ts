import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { createLogger } from '../log/logger.ts';
import { JobLockedError } from '@ve/contracts/job-errors';
import { UnrecoverableError } from 'bullmq';
import type { JobRunContext, JobHandlers } from './job-handlers.ts';
import { runJob } from './job-run.ts';
import { createJobMetrics } from './queue-metrics.ts';
import type { OutageDetector } from './worker-options.ts';

const lines: string[] = [];
const registry = new Registry();
const options = {
  logger: createLogger({
    name: 'test',
    level: 'info',
    format: 'json',
    destination: { write: (line: string) => lines.push(line) },
  }),
  metrics: createJobMetrics(registry),
  queues: { pause: () => Promise.resolve() },
};
beforeEach(() => {
  lines.length = 0;
  registry.resetMetrics();
});

const run = async (
  check: (payload: unknown, context: JobRunContext) => Promise<void>,
  job: { name?: string; data?: unknown; attemptsMade?: number; signal?: AbortSignal; outages?: OutageDetector } = {},
) => {
  const moved: string[] = [];
  const thrown: unknown = await runJob({
    queue: 'full-checks',
    job: {
      id: 'outbox-1',
      name: job.name ?? 'full-checks.run',
      data: job.data ?? { checkId: randomUUID(), correlationId: 'request-1' },
      attemptsMade: job.attemptsMade ?? 0,
      moveToWait: () => Promise.resolve(moved.push('wait')),
      moveToDelayed: () => Promise.resolve(moved.push('delayed')),
    },
    token: 'token',
    signal: job.signal,
    handlers: { 'full-checks.run': check } as unknown as JobHandlers,
    options: { ...options, ...(job.outages === undefined ? {} : { outages: job.outages }) },
  }).then(
    () => null,
    (error: unknown) => error,
  );
  return { thrown, moved };
};
const measured = async () => /queue_jobs_total\{.*result="([a-z-]+)"\} 1/.exec(await registry.metrics())?.[1];

describe('one run of a job', () => {
  it('receives the validated payload and a logger with the correlation id', async () => {
    const checkId = randomUUID();
    const { thrown } = await run(
      (payload, { logger, attempt, lastAttempt }) => {
        expect(payload).toEqual({ checkId, correlationId: 'request-1' });
        expect([attempt, lastAttempt]).toEqual([5, true]);
        logger.info({ event: 'job_observed' }, 'A job runs.');
        return Promise.resolve();
      },
      { data: { checkId, correlationId: 'request-1', more: 1 }, attemptsMade: 4 },
    );
    expect(thrown).toBeNull();
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ queue: 'full-checks', correlationId: 'request-1' });
    expect(await measured()).toBe('completed');
  });

  it.each([
    ['a payload that does not match the contract', { data: { checkId: 'AB12CDE', correlationId: 'request-1' } }],
    ['no payload', { data: 'AB12CDE' }],
    ['an unknown job', { name: 'toString' }],
  ])('fails permanently with %s, without repeating values', async (_, job) => {
    const { thrown } = await run(() => Promise.reject(new Error('must not run')), job);
    expect(thrown).toBeInstanceOf(UnrecoverableError);
    expect((thrown as Error).message).not.toMatch(/AB12CDE|must not run/);
    expect(await measured()).toBe('failed');
  });

  it.each([
    [0, 'retried'],
    [4, 'failed'],
  ])('that throws after %i attempts is measured as %s', async (attemptsMade, result) => {
    const { thrown } = await run(() => Promise.reject(new Error('down')), { attemptsMade });
    expect((thrown as Error).message).toBe('down');
    expect(await measured()).toBe(result);
  });

  it('is delayed without counting the attempt, even on its last one, while another process holds its lock', async () => {
    const held = () => Promise.reject(new JobLockedError('in another hand', 5_000));
    const { thrown, moved } = await run(held, { attemptsMade: 4 });
    expect(moved).toEqual(['delayed']);
    expect((thrown as Error).name).toBe('DelayedError');
    expect(await measured()).toBe('put-back');
  });

  it('is put back once an outage is over, even on its last attempt, without counting it', async () => {
    const over = Promise.withResolvers<undefined>();
    const outages = {
      isOutage: (error: unknown) => Promise.resolve((error as Error).message === 'lost'),
      over: () => over.promise,
    };
    const ran = run(() => Promise.reject(new Error('lost')), { attemptsMade: 4, outages });
    await new Promise((resolve) => setImmediate(resolve));
    expect(await measured()).toBe('put-back');
    over.resolve(undefined);
    const { thrown, moved } = await ran;
    expect([moved, (thrown as Error).name]).toEqual([['wait'], 'WaitingError']);
    const { thrown: own } = await run(() => Promise.reject(new Error('down')), { attemptsMade: 4, outages });
    expect((own as Error).message).toBe('down');
  });

  it('is put back, not failed, when the process exits', async () => {
    const { moved } = await run(() => Promise.reject(new Error('aborted')), { signal: AbortSignal.abort() });
    expect(moved).toEqual(['wait']);
    expect(await measured()).toBe('put-back');
  });
});
