import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { jobDefinitions, type JobName, queueNames, type QueueName } from '@ve/contracts/jobs';
import { enqueueTestJob } from '@ve/data/testing/enqueue-test-job';
import { startSeparatePostgres } from '@ve/data/testing/separate-postgres';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobUseCase } from '@ve/app/job-context';
import type { JobUseCasesByName } from '@ve/workers/job-context';
import { testableQueueBackends } from '@ve/workers/testing/queue-backends';
import { openQueueHarness, type QueueHarness } from '@ve/workers/testing/queue-harness';
import { sampleJobPayloads } from '@ve/workers/testing/sample-job-payloads';
import { waitUntil } from '@ve/workers/testing/wait-until';

const jobNames = Object.keys(jobDefinitions) as JobName[];
const ofEach = 20;
/** How long the server is down, like a machine that restarts. */
const awayMs = 5_000;
/** The limit for all work after the server has recovered; recovery time depends on its disk. */
const maxDurationMs = 60_000;

describe.each(testableQueueBackends())('the queues on $name', (backend) => {
  let server: Awaited<ReturnType<typeof startSeparatePostgres>>;
  let harness: QueueHarness;
  beforeEach(async () => {
    server = await startSeparatePostgres();
    harness = await openQueueHarness(backend, server.url);
  });
  afterEach(async () => {
    await harness.close();
    await server.close();
  });

  it('finish all work, once, within a minute of the recovery of a Postgres that was killed (-9) under load', async () => {
    const rows = <T extends object>(sql: string) => harness.orm.em.fork().execute<T[]>(sql);
    await rows('create table ended (id text not null, name text not null)');
    const running = new Set<QueueName>();
    /** Works for a while in the database, then ends the job in its transaction. */
    const handlerOf =
      (name: JobName): JobUseCase<JobName> =>
      async (_payload, { em, jobId, complete }) => {
        running.add(jobDefinitions[name].queue);
        await em.execute('select pg_sleep(0.2)');
        await em.transactional(async (transaction) => {
          await transaction.execute('select pg_sleep(0.3)');
          if (await complete(transaction)) await transaction.execute('insert into ended values (?, ?)', [jobId, name]);
        });
      };
    const handlers = Object.fromEntries(
      jobNames.map((name) => [name, handlerOf(name)]),
    ) as unknown as JobUseCasesByName;
    for (const name of jobNames) {
      await Promise.all(
        Array.from({ length: ofEach }, () =>
          enqueueTestJob(harness.orm.em.fork(), name, sampleJobPayloads[name](), { now: new Date() }),
        ),
      );
    }
    await harness.startHere(handlers);
    await waitUntil('every queue works', () => running.size === queueNames.length);
    const killedAt = performance.now();
    await server.kill();
    await delay(awayMs);
    await server.start();
    const backAt = performance.now();
    const all = ofEach * jobNames.length;
    const isDone = async () => {
      const [row] = await rows<{ done: number }>('select count(*)::int as done from ended');
      return row?.done === all && (await harness.idle());
    };
    await waitUntil('all is done', () => isDone().catch(() => false), 240_000).catch((error: unknown) => error);
    const drained = performance.now() - backAt;
    const [afterBack, afterKill] = [drained, performance.now() - killedAt].map((ms) => (ms / 1_000).toFixed(1));
    process.stdout.write(
      `${backend.name}: all done ${afterBack} s after Postgres was back, ${afterKill} s after the kill\n`,
    );
    const times = await rows<{ name: string; ended: number; once: number }>(
      'select name, count(*)::int as ended, count(distinct id)::int as once from ended group by name order by name',
    );
    expect(times).toEqual(jobNames.toSorted().map((name) => ({ name, ended: ofEach, once: ofEach })));
    expect(drained).toBeLessThan(maxDurationMs);
  }, 400_000);
});
