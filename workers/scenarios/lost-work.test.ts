import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { jobDefinitions, queueNames, type JobName, type QueueName } from '@ve/contracts/jobs';
import { enqueueTestJob } from '@ve/data/testing/enqueue-test-job';
import { notEqualCondition } from '@ve/data/testing/test-rows';
import { UnrecoverableJobError } from '@ve/contracts/job-errors';
import type { JobUseCase } from '@ve/app/job-context';
import type { JobUseCasesByName } from '@ve/workers/job-context';
import { outboxReviewAfterMs } from '@ve/workers/jobs/outbox/relay';
import { testableQueueBackends } from '@ve/workers/testing/queue-backends';
import { openQueueHarness, type QueueHarness } from '@ve/workers/testing/queue-harness';
import { sampleJobPayloads } from '@ve/workers/testing/sample-job-payloads';
import { waitUntil } from '@ve/workers/testing/wait-until';

const jobNames = Object.keys(jobDefinitions) as JobName[];
const ofEach = 25;
const longAgo = outboxReviewAfterMs + 1_000;

describe.each(testableQueueBackends())('work on $name', (backend) => {
  let harness: QueueHarness;
  beforeAll(async () => {
    harness = await openQueueHarness(backend);
  });
  afterEach(() => harness.reset());
  afterAll(() => harness.close());

  const addOne = <N extends JobName>(name: N) =>
    enqueueTestJob(harness.orm.em.fork(), name, sampleJobPayloads[name](), { now: new Date() });
  const addOfEach = async () => {
    for (const name of jobNames) await Promise.all(Array.from({ length: ofEach }, () => addOne(name)));
  };
  const events = async (checkId: string) => (await harness.runsOf(checkId)).map(({ event }) => event);
  const isEmpty = async () => (await harness.outboxRows()) === 0;

  /** Handlers that count the runs of each job, then call `act`. */
  const counting = (act: JobUseCase<JobName> = () => Promise.resolve()) => {
    const runs = new Map<JobName, Map<string, number>>();
    const handlerOf =
      (name: JobName): JobUseCase<JobName> =>
      (payload, context) => {
        const ofJob = runs.get(name) ?? new Map<string, number>();
        runs.set(name, ofJob.set(context.jobId, (ofJob.get(context.jobId) ?? 0) + 1));
        return act(payload, context);
      };
    const handlers = Object.fromEntries(
      jobNames.map((name) => [name, handlerOf(name)]),
    ) as unknown as JobUseCasesByName;
    /** How often each job with this name ran; all ones if each ran once. */
    const timesOf = (name: JobName) => [...(runs.get(name)?.values() ?? [])];
    const inQueue = (queue: QueueName) =>
      jobNames.filter((name) => jobDefinitions[name].queue === queue).flatMap(timesOf);
    return { handlers, timesOf, inQueue };
  };
  const once = Array<number>(ofEach).fill(1);

  it.each([
    ['ends with its run', undefined],
    [
      'ends in its transaction',
      (async (_payload, { em, complete }) => {
        await em.transactional(complete);
      }) satisfies JobUseCase<JobName>,
    ],
  ])('is done once when every queue loses its data after the job was added, which %s', async (how, act) => {
    await addOfEach();
    expect(await harness.relayOnly()).toBe(ofEach * jobNames.length);
    await harness.wipe();
    const { handlers, timesOf, inQueue } = counting(act);
    harness.clock.aheadMs = longAgo;
    await harness.startHere(handlers);
    await waitUntil('the queues are idle', harness.idle);
    for (const queue of queueNames) {
      const ordered = ofEach * jobNames.filter((name) => jobDefinitions[name].queue === queue).length;
      const done = inQueue(queue).filter((times) => times === 1).length;
      process.stdout.write(`${backend.name} wiped, ${queue}: ${done} of ${ordered} jobs done once (${how})\n`);
    }
    for (const name of jobNames) expect([name, timesOf(name)]).toEqual([name, once]);
  });

  it('is done once when its queue loses its data while it runs', async () => {
    const wiped = Promise.withResolvers<null>();
    let running = 0;
    const { handlers, timesOf } = counting(async () => {
      running += 1;
      await wiped.promise;
    });
    await Promise.all(Array.from({ length: 4 }, () => addOne('full-checks.run')));
    await harness.startHere(handlers);
    await waitUntil('all run', () => running === 4);
    await harness.wipe();
    wiped.resolve(null);
    await waitUntil('the queues are idle', harness.idle);
    expect(timesOf('full-checks.run')).toEqual([1, 1, 1, 1]);
  });

  it('is done once when two processes find it lost at the same time', async () => {
    const checks = await Promise.all(Array.from({ length: 60 }, () => harness.order()));
    await harness.relayOnly();
    await harness.wipe();
    await Promise.all([1, 2].map(() => harness.startChild({ aheadMs: longAgo })));
    await waitUntil('the queues are idle', harness.idle);
    for (const check of checks) expect(await events(check)).toEqual(['started', 'completed']);
  });

  it('is done once when a relay is killed (-9) between adding and marking', async () => {
    const checks = await Promise.all(Array.from({ length: 20 }, () => harness.order()));
    const child = await harness.startChild({ relay: 'hangs' });
    await waitUntil('it was added', async () => (await harness.queues.counts())['full-checks'].waiting === 20);
    child.kill('SIGKILL');
    await child.exited;
    const marked = await harness.data.all('outbox', { relayedAt: notEqualCondition(null) });
    expect(marked).toEqual([]);
    await harness.startChild();
    await waitUntil('the queues are idle', harness.idle);
    for (const check of checks) expect(await events(check)).toEqual(['started', 'completed']);
  });

  describe('a job whose process is killed (-9) between the handler and the deletion of the row', () => {
    const killAfterHandler = async (): Promise<string> => {
      const child = await harness.startChild({ collectMs: 600_000 });
      const check = await harness.order();
      await waitUntil('the queue has it as completed', async () => {
        const { waiting, active } = (await harness.queues.counts())['full-checks'];
        return waiting + active === 0 && (await events(check)).includes('completed');
      });
      child.kill('SIGKILL');
      await child.exited;
      expect(await harness.outboxRows()).toBe(1);
      return check;
    };

    it('is not done again while its queue still has the completed job', async () => {
      const check = await killAfterHandler();
      await harness.startChild({ aheadMs: longAgo });
      await waitUntil('the row is gone', isEmpty);
      await waitUntil('the queues are idle', harness.idle);
      expect(await events(check)).toEqual(['started', 'completed']);
    });

    it('runs again once the queue has pruned it too, and its handler skips finished work', async () => {
      const check = await killAfterHandler();
      await harness.queues.prune({ completed: 0, failed: 0 });
      const skipped: string[] = [];
      harness.clock.aheadMs = longAgo;
      await harness.startHere({
        'full-checks.run': async ({ checkId }) => {
          if ((await events(checkId)).includes('completed')) skipped.push(checkId);
        },
      });
      await waitUntil('the row is gone', isEmpty);
      expect(skipped).toEqual([check]);
    });
  });

  describe('a job that fails permanently', () => {
    /** Null while the connection to Redis is opened again, which all test files share. */
    const failures = async (queue: QueueName) =>
      harness.queues.counts().then(
        (counts) => counts[queue].failed,
        () => null,
      );

    it.each([
      ['at once', 'full-checks.run', 1, () => new UnrecoverableJobError('no such check')],
      ['after its last attempt', 'vehicle-fetches.run', 3, () => new Error('the source is down')],
    ] as const)('%s leaves no row', async (_, name, attempts, error) => {
      const { handlers, timesOf } = counting(() => Promise.reject(error()));
      await addOne(name);
      await harness.startHere(handlers);
      await waitUntil('it failed', async () => (await failures(jobDefinitions[name].queue)) === 1);
      await waitUntil('the row is gone', isEmpty);
      expect(timesOf(name)).toEqual([attempts]);
    });

    it('leaves no row when its worker died too often', async () => {
      const check = await harness.order('hang:9');
      for (const kill of [1, 2]) {
        const child = await harness.startChild({ lockMs: 1_000, maxStalled: 1 });
        await waitUntil('it runs', async () => (await events(check)).length === kill);
        child.kill('SIGKILL');
        await child.exited;
      }
      await harness.startChild({ lockMs: 1_000, maxStalled: 1 });
      await waitUntil('it failed', async () => (await failures('full-checks')) === 1);
      await waitUntil('the row is gone', isEmpty);
      expect(await events(check)).toEqual(['started', 'started']);
    });

    it('is not run again if its row could not be deleted at the time', async () => {
      const { handlers, timesOf } = counting(() => Promise.reject(new UnrecoverableJobError('no such check')));
      await addOne('full-checks.run');
      await harness.startHere(handlers, { keepRows: true });
      await waitUntil('it failed', async () => (await failures('full-checks')) === 1);
      expect(await harness.outboxRows()).toBe(1);
      harness.clock.aheadMs = longAgo;
      await waitUntil('the row is gone', isEmpty);
      expect(timesOf('full-checks.run')).toEqual([1]);
    });
  });

  it('is retried, not ended, after a failure before the last attempt', async () => {
    const { handlers } = counting((_payload, { attempt }) =>
      attempt === 1 ? Promise.reject(new Error('the source is down')) : Promise.resolve(),
    );
    await addOne('vehicle-fetches.run');
    await harness.startHere(handlers);
    await waitUntil('it waits', async () => (await harness.queues.counts())['vehicle-fetches'].delayed === 1);
    expect(await harness.outboxRows()).toBe(1);
    // Old by our clock and still in its queue: it is not run a second time.
    harness.clock.aheadMs = longAgo;
    await waitUntil('the queues are idle', harness.idle);
  });

  it('stays in the outbox while a release has no queue for it', async () => {
    const older = harness.queuesOf(queueNames.filter((name) => name !== 'mails'));
    await addOne('mails.send');
    await expect(harness.relayOnly(older)).rejects.toThrow('no queue for mails.send');
    expect(await harness.outboxRows()).toBe(1);
    await older.close();
    const { handlers, timesOf } = counting();
    await harness.startHere(handlers);
    await waitUntil('the queues are idle', harness.idle);
    expect(timesOf('mails.send')).toEqual([1]);
  });
});
