import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { addToOutbox, relayOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { enqueueTestJob } from '@ve/data/testing/enqueue-test-job';
import {
  JobLockedError,
  QueueRateLimitedError,
  RetryLaterError,
  UnrecoverableJobError,
} from '@ve/contracts/job-errors';
import { testableQueueBackends } from '../testing/queue-backends.ts';
import { openQueueHarness, type QueueHarness, type HarnessJobRun } from '../testing/queue-harness.ts';
import { waitUntil } from '../testing/wait-until.ts';

const events = (runs: HarnessJobRun[]) => runs.map(({ event }) => event);

describe.each(testableQueueBackends())('queues on $name', (backend) => {
  let harness: QueueHarness;
  beforeAll(async () => {
    harness = await openQueueHarness(backend);
  });
  afterEach(() => harness.reset());
  afterAll(() => harness.close());

  const isCompleted = async (checkId: string) => events(await harness.runsOf(checkId)).includes('completed');
  const isIdle = () => waitUntil('the queues are idle', harness.idle);

  it('run a job once after its transaction committed, and never after a rollback', async () => {
    await harness.startChild();
    const rolledBack = randomUUID();
    await expect(
      harness.orm.em.fork().transactional(async (em) => {
        await addToOutbox(
          em,
          { jobName: 'full-checks.run', payload: { checkId: rolledBack, correlationId: 'done' } },
          { now: new Date() },
        );
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    const committed = await harness.order();
    await waitUntil('the job is done', () => isCompleted(committed));
    await isIdle();
    expect(events(await harness.runsOf(committed))).toEqual(['started', 'completed']);
    expect(await harness.runsOf(rolledBack)).toEqual([]);
  });

  it('retry a failed job with backoff, and fail it after its last attempt', async () => {
    const runs: { at: number; attempt: number; last: boolean }[] = [];
    await harness.startHere({
      'vehicle-fetches.run': (_payload, { attempt, lastAttempt }) => {
        runs.push({ at: performance.now(), attempt, last: lastAttempt });
        return Promise.reject(new Error('the source is down'));
      },
    });
    const before = (await harness.queues.counts())['vehicle-fetches'].failed;
    await enqueueTestJob(
      harness.orm.em.fork(),
      'vehicle-fetches.run',
      { fetchId: randomUUID(), correlationId: 'x' },
      { now: new Date() },
    );
    await waitUntil('it failed', async () => (await harness.queues.counts())['vehicle-fetches'].failed === before + 1);
    expect(runs.map(({ attempt, last }) => [attempt, last])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    expect(runs[1]!.at - runs[0]!.at).toBeGreaterThan(850);
    expect(runs[2]!.at - runs[1]!.at).toBeGreaterThan(1_700);
  });

  it('delay a job for as long as it requests, and pause a rate-limited queue', async () => {
    const runs: { check: string; at: number; attempt: number }[] = [];
    await harness.startHere({
      'vehicle-fetches.run': (_payload, { attempt }) => {
        runs.push({ check: 'fetch', at: performance.now(), attempt });
        return attempt === 1 ? Promise.reject(new RetryLaterError('later', 1_600)) : Promise.resolve();
      },
      'full-checks.run': (_payload, { attempt }) => {
        runs.push({ check: 'vdi', at: performance.now(), attempt });
        const first = runs.filter(({ check }) => check === 'vdi').length === 1;
        return first ? Promise.reject(new QueueRateLimitedError('slow down', 900)) : Promise.resolve();
      },
    });
    await enqueueTestJob(
      harness.orm.em.fork(),
      'vehicle-fetches.run',
      { fetchId: randomUUID(), correlationId: 'x' },
      { now: new Date() },
    );
    await harness.order();
    await waitUntil('both ran twice', () => runs.length === 4);
    const gap = (check: string) => {
      const [first, second] = runs.filter((run) => run.check === check);
      return { ms: second!.at - first!.at, attempt: second!.attempt };
    };
    expect(gap('fetch').ms).toBeGreaterThan(1_550);
    expect(gap('fetch').attempt).toBe(2);
    expect(gap('vdi').ms).toBeGreaterThan(850);
    expect(gap('vdi').attempt).toBe(1);
    await isIdle();
  });

  it('eventually run a job that was put back many times because of a lock', async () => {
    let runs = 0;
    await harness.startHere({
      'full-checks.run': () => {
        runs += 1;
        return runs <= 110 ? Promise.reject(new JobLockedError('another has it', 1)) : Promise.resolve();
      },
    });
    const before = (await harness.queues.counts())['full-checks'].failed;
    await harness.order();
    await isIdle();
    expect([runs, (await harness.queues.counts())['full-checks'].failed]).toEqual([111, before]);
  });

  it('fail unrecoverable and invalid jobs without a retry', async () => {
    let runs = 0;
    await harness.startHere({
      'full-checks.run': () => {
        runs += 1;
        return Promise.reject(new UnrecoverableJobError('no such check'));
      },
    });
    const before = (await harness.queues.counts())['full-checks'].failed;
    await harness.order();
    await harness.queues.add([{ id: `bad-${randomUUID()}`, name: 'full-checks.run', payload: { checkId: 'nine' } }]);
    await waitUntil('both failed', async () => (await harness.queues.counts())['full-checks'].failed === before + 2);
    expect(runs).toBe(1);
  });

  it('add a job once per id, also when the relay dies between adding and committing', async () => {
    const checkId = await harness.order();
    const dying = relayOutbox(harness.orm.em.fork(), { limit: 10, now: new Date() }, async (batch) => {
      await harness.queues.add(
        batch.map(({ id, jobName, payload }) => ({
          id: `outbox-${id}`,
          name: jobName,
          payload,
        })),
      );
      throw new Error('killed here');
    });
    await expect(dying).rejects.toThrow('killed here');
    await harness.startChild();
    await waitUntil('the job is done', () => isCompleted(checkId));
    await isIdle();
    expect(events(await harness.runsOf(checkId))).toEqual(['started', 'completed']);
  });

  it('deduplicate jobs by their dedupe id', async () => {
    const checks = [
      await harness.order('done', { dedupeId: 'same' }),
      await harness.order('done', { dedupeId: 'same' }),
      await harness.order('done', { dedupeId: 'other' }),
    ];
    await harness.startChild();
    await waitUntil('two are done', async () => (await isCompleted(checks[0]!)) && (await isCompleted(checks[2]!)));
    await isIdle();
    expect(await harness.runsOf(checks[1]!)).toEqual([]);
    const later = await harness.order('done', { dedupeId: 'same' });
    await waitUntil('a later one is done', () => isCompleted(later));
  });

  it.each([1, 2])('finish a job whose worker was killed (-9) while it ran, %i times', async (kills) => {
    const checkId = await harness.order(`hang:${kills}`);
    for (let kill = 1; kill <= kills; kill += 1) {
      const child = await harness.startChild({ lockMs: 1_000 });
      await waitUntil('it runs', async () => (await harness.runsOf(checkId)).length === kill);
      child.kill('SIGKILL');
      expect(await child.exited).toBeNull();
    }
    await harness.startChild({ lockMs: 1_000 });
    await waitUntil('another worker completed it', () => isCompleted(checkId));
    await isIdle();
    expect(events(await harness.runsOf(checkId))).toEqual([...Array<string>(kills + 1).fill('started'), 'completed']);
  });

  it('finish running jobs on SIGTERM and take no new ones', async () => {
    const first = await harness.startChild();
    const running = await harness.order('work:800');
    await waitUntil('it runs', async () => (await harness.runsOf(running)).length === 1);
    first.kill('SIGTERM');
    expect(await first.exited).toBe(0);
    expect(await harness.runsOf(running)).toEqual([
      { event: 'started', pid: first.pid },
      { event: 'completed', pid: first.pid },
    ]);
    const later = await harness.order();
    expect(await harness.runsOf(later)).toEqual([]);
    await harness.startChild();
    await waitUntil('the next process completed it', () => isCompleted(later));
  });

  it('put back long-running jobs on SIGTERM', async () => {
    const first = await harness.startChild({ graceMs: 300 });
    const long = await harness.order('work:1500');
    await waitUntil('it runs', async () => (await harness.runsOf(long)).length === 1);
    first.kill('SIGTERM');
    expect(await first.exited).toBe(0);
    const second = await harness.startChild();
    await waitUntil('the next process completed it', () => isCompleted(long));
    expect(await harness.runsOf(long)).toEqual([
      { event: 'started', pid: first.pid },
      { event: 'started', pid: second.pid },
      { event: 'completed', pid: second.pid },
    ]);
    await isIdle();
  });

  it('prune finished jobs after their retention, and no sooner', async () => {
    await harness.startHere({
      'full-checks.run': (_payload, { logger }) => {
        logger.info({ event: 'job_observed' }, 'A job runs.');
        return Promise.resolve();
      },
    });
    await harness.queues.prune({ completed: 0, failed: 0 });
    await harness.order();
    await harness.order();
    await isIdle();
    expect(await harness.queues.prune()).toBe(0);
    expect(await harness.queues.prune({ completed: 0, failed: 0 })).toBe(2);
  });

  it('continue after every connection was cut', async () => {
    await harness.startChild({ lockMs: 2_000 });
    const before = await harness.order();
    await waitUntil('the job is done', () => isCompleted(before));
    await harness.cutConnections();
    const after = await harness.order();
    await waitUntil('a later job is done', () => isCompleted(after));
    await isIdle();
    expect(events(await harness.runsOf(after))).toEqual(['started', 'completed']);
  });

  it('are fed by two relays without duplicates or losses', async () => {
    await Promise.all([harness.startChild(), harness.startChild()]);
    const checks = await Promise.all(Array.from({ length: 200 }, () => harness.order()));
    await isIdle();
    const found = await harness.orm.em.fork().execute<{ runs: string; pids: string }[]>(
      `select count(*) as runs, count(distinct pid) as pids from job_runs
       where event = 'completed' and check_id = any(string_to_array(?, ',')::uuid[])`,
      [checks.join(',')],
    );
    expect(found).toEqual([{ runs: '200', pids: '2' }]);
  });
});
