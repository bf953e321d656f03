import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { jobs, type JobName } from '@ve/contracts/jobs';
import { orderJob } from '@ve/data/testing/order-job';
import { startOwnPostgres } from '@ve/data/testing/own-postgres';
import type { Handler, Handlers } from './job-context.ts';
import { testableBackends } from './testing/backends.ts';
import { openQueueHarness, type QueueHarness } from './testing/queue-harness.ts';
import { samplePayloads } from './testing/sample-payloads.ts';
import { waitUntil } from './testing/wait-until.ts';

const jobNames = Object.keys(jobs) as JobName[];
const ofEach = 40;
/** Within which everything is done after the server has been killed under load. */
const longestMs = 60_000;

describe.each(testableBackends())('the queues on $name', (backend) => {
  let server: Awaited<ReturnType<typeof startOwnPostgres>>;
  let harness: QueueHarness;
  beforeEach(async () => {
    server = await startOwnPostgres();
    harness = await openQueueHarness(backend, server.url);
  });
  afterEach(async () => {
    await harness.close();
    await server.close();
  });

  it('have done all work within a minute of when Postgres was killed (-9) in the middle of it, each job once', async () => {
    await harness.orm.em.fork().execute('create table ended (id text not null)');
    let ended = 0;
    /** Works for a while in the database, and ends in its transaction. */
    const work: Handler<JobName> = async (_payload, { em, jobId, complete }) => {
      await em.execute('select pg_sleep(0.05)');
      await em.transactional(async (transaction) => {
        if (await complete(transaction)) await transaction.execute('insert into ended values (?)', [jobId]);
      });
      ended += 1;
    };
    const handlers = Object.fromEntries(jobNames.map((name) => [name, work])) as unknown as Handlers;
    for (const name of jobNames) {
      const em = harness.orm.em.fork();
      await Promise.all(
        Array.from({ length: ofEach }, () => orderJob(em.fork(), name, samplePayloads[name](), { now: new Date() })),
      );
    }
    const all = ofEach * jobNames.length;
    await harness.startHere(handlers);
    await waitUntil('a third is done', () => ended > all / 3);
    await server.kill();
    await server.start();
    const since = performance.now();
    const last = { at: 0, done: 0 };
    const isDone = async () => {
      const done = await harness.orm.em
        .fork()
        .execute<{ count: number }[]>('select count(*)::int as count from ended')
        .then(([row]) => row?.count ?? 0, () => last.done);
      if (done !== last.done) {
        Object.assign(last, { at: performance.now() - since, done });
        process.stdout.write(`  ${String(Math.round(last.at))} ms: ${String(done)} of ${String(all)}\n`);
      }
      return done === all && (await harness.idle().catch(() => false));
    };
    await waitUntil('all is done', isDone, 180_000);
    const drained = performance.now() - since;
    process.stdout.write(`${backend.name}: ${all} jobs done ${(drained / 1_000).toFixed(1)} s after Postgres was back\n`);
    const twice = await harness.orm.em.fork().execute('select id from ended group by id having count(*) > 1');
    expect(twice).toEqual([]);
    expect(drained).toBeLessThan(longestMs);
  }, 300_000);
});
