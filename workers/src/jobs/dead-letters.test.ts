import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { jobDefinitions } from '@ve/contracts/jobs';
import { countDeadLetters, findDeadLetters } from '@ve/data/jobs/outbox/dead-letter.repository';
import { retryDeadLetter } from '@ve/app/operations/rerun-job';
import { clearTables } from '@ve/data/testing/clear-tables';
import { enqueueTestJob } from '@ve/data/testing/enqueue-test-job';
import { UnrecoverableJobError } from '@ve/contracts/job-errors';
import { outboxReviewAfterMs } from './outbox/relay.ts';
import { testableQueueBackends } from '../testing/queue-backends.ts';
import { openQueueHarness, type QueueHarness } from '../testing/queue-harness.ts';
import { sampleJobPayloads } from '../testing/sample-job-payloads.ts';
import { waitUntil } from '../testing/wait-until.ts';

describe.each(testableQueueBackends())('a dead letter on $name', (backend) => {
  let harness: QueueHarness;
  beforeAll(async () => {
    harness = await openQueueHarness(backend);
  });
  afterEach(async () => {
    await harness.reset();
    await clearTables(em(), 'dead_letters');
  });
  afterAll(() => harness.close());

  const em = () => harness.orm.em.fork();
  const now = () => new Date();
  const list = async () => (await findDeadLetters(em(), { from: 'first' }, { seen: false })).rows;
  const retry = (id: string) => em().transactional((transaction) => retryDeadLetter(transaction, id, now()));

  /** Starts workers whose job fails permanently `failures` times, then succeeds; returns a counter of its runs. */
  const start = async (failures: number, options?: { keepRows?: boolean }) => {
    const runs: string[] = [];
    await harness.startHere(
      {
        'full-checks.run': ({ checkId }) => {
          runs.push(checkId);
          return runs.length <= failures
            ? Promise.reject(new UnrecoverableJobError('no answer about AB12 CDE for dana@example.com'))
            : Promise.resolve();
        },
      },
      options,
    );
    return runs;
  };
  const deadLetters = async () => {
    await waitUntil('the job is given up', async () => (await list()).length === 1);
    return (await list())[0]!;
  };

  it('is listed with its error scrubbed, and runs once for repeated retries by staff', async () => {
    const runs = await start(2);
    const checkId = await harness.order();
    const first = await deadLetters();
    expect(first).toMatchObject({
      jobName: 'full-checks.run',
      why: 'no answer about [registration] for [e-mail]',
      dismissedAt: null,
    });
    expect(await harness.outboxRows()).toBe(0);

    await Promise.all([retry(first.id), retry(first.id)]);
    await waitUntil('it has run again and failed', () => runs.length === 2);
    const second = await deadLetters();
    expect(second.id).toBe(first.id);

    await retry(first.id);
    await waitUntil('it is done', async () => runs.length === 3 && (await harness.idle()));
    expect(await retry(first.id)).toBeNull();
    await waitUntil('the queues are idle', harness.idle);
    expect(runs).toEqual([checkId, checkId, checkId]);
    expect(await countDeadLetters(em(), { seen: false })).toEqual({ total: 0, isMore: false });
  });

  it('is retried when its queue has lost it', async () => {
    const runs = await start(1);
    await harness.order();
    const { id } = await deadLetters();
    await harness.wipe();
    await retry(id);
    await waitUntil('it is done', async () => runs.length === 2 && (await harness.idle()));
  });

  it('is found by the review when its process died before recording the failure', async () => {
    const runs = await start(1, { keepRows: true });
    await harness.order();
    await waitUntil('it has failed', async () => (await harness.queues.counts())['full-checks'].failed === 1);
    expect(await list()).toEqual([]);
    await harness.stopAll();
    harness.clock.aheadMs = outboxReviewAfterMs + 1_000;
    await start(0);
    const { id } = await deadLetters();
    expect(runs).toHaveLength(1);
    await retry(id);
    await waitUntil('it is done', harness.idle);
  });

  it('results when a job terminates its own database connection in each attempt', async () => {
    let runs = 0;
    await harness.startHere({
      'vehicle-fetches.run': async (_payload, context) => {
        runs += 1;
        await context.em.execute('select pg_terminate_backend(pg_backend_pid())');
      },
    });
    await enqueueTestJob(em(), 'vehicle-fetches.run', sampleJobPayloads['vehicle-fetches.run'](), { now: now() });
    expect(await deadLetters()).toMatchObject({ jobName: 'vehicle-fetches.run' });
    expect(runs).toBe(jobDefinitions['vehicle-fetches.run'].attempts);
    expect(await harness.outboxRows()).toBe(0);
  });
});
