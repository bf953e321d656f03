import { jobDefinitions, type QueueName } from '@ve/contracts/jobs';
import { connectDatabase } from '@ve/data/kernel/database';
import { addToOutbox, readOutboxBacklog } from '@ve/data/jobs/outbox/outbox.repository';
import { createTestDatabase } from '@ve/data/testing/test-database';
import { createLogger } from '@ve/server-kit/log/logger';
import { bullJobOptions } from '@ve/server-kit/queue/job-options';
import { connectQueues } from '@ve/server-kit/queue/queue-connection';
import { createJobMetrics } from '@ve/server-kit/queue/queue-metrics';
import { createJobQueues } from '@ve/server-kit/queue/queues';
import { createQueueWorkers } from '@ve/server-kit/queue/queue-workers';
import { wrapHandlersWithJobContext, type JobUseCasesByName } from '@ve/workers/job-context';
import { createFinishedJobCollector } from '@ve/workers/jobs/outbox/finished-jobs';
import { startOutboxRelay } from '@ve/workers/jobs/outbox/relay';
import { createPostgresBackend, createRedisBackend, runMigrations, withBackend, type PgPool } from 'bullmq';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { Registry } from 'prom-client';
import { runCleanupSteps } from '../../tools/stack.mjs';
import { findRedis } from '../../tools/suites/redis.mjs';
import { compareRounds, type BenchResult } from '../support/bench-result.ts';
import { mapRounds, measureInterleaved } from '../support/measure.ts';
import { workshop } from '../support/workshop.ts';

/** Enough that the start and the end of a round hardly count. */
const jobsPerRound = 8_000;
const rounds = 5;
const concurrency = 10;
const name = 'reminders.send';
const queueName: QueueName = 'reminders';
const payload = () => ({ reminderId: randomUUID(), correlationId: 'bench' });
const { attempts } = bullJobOptions(name);
const options = { attempts };

/** Counts finished jobs and resolves when a round is done. */
function finishLine() {
  let left = 0;
  let done: () => void = () => undefined;
  return {
    start: (count: number): Promise<void> => {
      left = count;
      return new Promise((resolve) => {
        done = resolve;
      });
    },
    pass: (): Promise<void> => {
      left -= 1;
      if (left === 0) done();
      return Promise.resolve();
    },
  };
}

interface Bench {
  /**
   * Milliseconds from when all jobs can be queued until the last has ended; for our product, until its outbox row is
   * deleted.
   */
  round(): Promise<number>;
  close(): Promise<void>;
}

const now = (): Date => new Date();
const ignore = (): void => undefined;

/** Runs an empty handler with everything that surrounds it in production, from the outbox row to its deletion. */
async function product(databaseUrl: string, queueUrl: string | undefined): Promise<Bench> {
  const orm = await connectDatabase({ url: databaseUrl, poolSize: 12 });
  const connection = await connectQueues({ databaseUrl, queueUrl, prefix: `ours-${randomUUID()}`, onError: ignore });
  const logger = createLogger({ name: 'bench', level: 'warn', format: 'json' });
  const queues = createJobQueues(connection, ignore);
  const line = finishLine();
  const handlers = Object.fromEntries(
    Object.keys(jobDefinitions).map((job) => [job, line.pass]),
  ) as unknown as JobUseCasesByName;
  const finished = createFinishedJobCollector({ orm, logger, now });
  const workers = createQueueWorkers(connection, wrapHandlersWithJobContext(handlers, { orm, now, finished }), {
    logger,
    metrics: createJobMetrics(new Registry()),
    queues,
    concurrency: { [queueName]: concurrency },
    onDeadLetter: finished.giveUp,
  });
  const relay = await startOutboxRelay({ orm, databaseUrl, queues, logger, now });
  const emptied = async (): Promise<void> => {
    while ((await readOutboxBacklog(orm.em.fork(), now())).unfinished.count > 0) await setTimeout(5);
  };
  return {
    round: async () => {
      const done = line.start(jobsPerRound);
      const started = await orm.em.fork().transactional(async (em) => {
        for (let count = 0; count < jobsPerRound; count += 1)
          await addToOutbox(em, { jobName: name, payload: payload() }, { now: now() });
        return performance.now();
      });
      await done;
      await emptied();
      return performance.now() - started;
    },
    close: async () => {
      await Promise.all([relay.close(), workers.close(1_000, 5_000)]);
      await finished.close();
      await queues.close();
      await connection.close();
      await orm.close(true);
    },
  };
}

type QueuedJob = { name: string; data: ReturnType<typeof payload>; opts: { attempts: number; jobId: string } };

/** Rows of a table, one for each job, which its worker deletes; the simplest code that loses no job with its queue. */
async function createJobRows(databaseUrl: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: concurrency });
  await pool.query('create table promised_jobs (id uuid primary key, payload jsonb not null)');
  return {
    add: (jobs: QueuedJob[]) =>
      pool.query(
        'insert into promised_jobs select * from jsonb_to_recordset($1::jsonb) as job (id uuid, payload jsonb)',
        [JSON.stringify(jobs.map(({ data }) => ({ id: data.reminderId, payload: data })))],
      ),
    remove: (id: string) =>
      pool.query({ name: 'remove', text: 'delete from promised_jobs where id = $1', values: [id] }),
    close: () => pool.end(),
  };
}

/** `keepsRows`: with a row for each job, as our product has one. */
async function baseline(databaseUrl: string, queueUrl: string | undefined, keepsRows: boolean): Promise<Bench> {
  const line = finishLine();
  const rows = keepsRows ? await createJobRows(databaseUrl) : null;
  const batch = (): QueuedJob[] =>
    Array.from({ length: jobsPerRound }, () => ({ name, data: payload(), opts: { ...options, jobId: randomUUID() } }));
  const work = async ({ data }: { data: ReturnType<typeof payload> }): Promise<void> => {
    await rows?.remove(data.reminderId);
    await line.pass();
  };
  const timed = async (add: (jobs: QueuedJob[]) => Promise<unknown>): Promise<number> => {
    const jobs = batch();
    await rows?.add(jobs);
    const finished = line.start(jobsPerRound);
    const started = performance.now();
    await add(jobs);
    await finished;
    return performance.now() - started;
  };
  if (queueUrl) {
    const { Queue, Worker } = withBackend(createRedisBackend);
    const connection = { url: queueUrl, maxRetriesPerRequest: null };
    const prefix = `bare-${randomUUID()}`;
    const queue = new Queue(queueName, { connection, prefix });
    const worker = new Worker(queueName, work, { connection, prefix, concurrency });
    return {
      round: () => timed((jobs) => queue.addBulk(jobs)),
      close: async () => {
        await worker.close();
        await queue.close();
        await rows?.close();
      },
    };
  }
  const { Queue, Worker } = withBackend(createPostgresBackend);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16, options: '-c search_path=bullmq' });
  const client = await pool.connect();
  await runMigrations(client, 'bullmq');
  client.release();
  // BullMQ's own type of a pool has read-only parameter lists, which the types of `pg` do not declare.
  const connection = pool as unknown as PgPool;
  const queue = new Queue(queueName, { connection });
  const worker = new Worker(queueName, work, { connection, concurrency });
  return {
    round: () => timed((jobs) => queue.addBulk(jobs)),
    close: async () => {
      await worker.close();
      await queue.close();
      await pool.end();
      await rows?.close();
    },
  };
}

async function compare(backend: string, queueUrl: string | undefined, keepsRows: boolean): Promise<BenchResult> {
  const databases = [await createTestDatabase(), await createTestDatabase()] as const;
  const kit = await product(databases[0].url, queueUrl);
  const plain = await baseline(databases[1].url, queueUrl, keepsRows);
  try {
    const times = await measureInterleaved(rounds, kit.round, plain.round);
    return compareRounds({
      name: `Workers on ${backend}${keepsRows ? '' : ', over a worker that may lose jobs'}`,
      unit: 'jobs/s',
      rounds: mapRounds(times, (ms) => (jobsPerRound / ms) * 1_000),
      ...(keepsRows && { limit: { of: 'ratio', min: 0.85 } }),
    });
  } finally {
    await kit.close();
    await plain.close();
    await databases[0].drop();
    await databases[1].drop();
  }
}

/**
 * Our jobs, from the committed outbox row through relay, queue, worker (payload checked, logged, measured) to the row's
 * deletion, against BullMQ's own queue and worker on the same backend: with a row in PostgreSQL that each job deletes,
 * and, for comparison, without.
 */
export async function* jobQueueBench(): AsyncIterable<BenchResult> {
  for (const keepsRows of [true, false]) yield await compare('Postgres', undefined, keepsRows);
  const cleanup: (() => Promise<void>)[] = [];
  try {
    const redis = await findRedis(workshop, cleanup);
    if (redis.url === null) console.log(`  not measured on Redis: ${redis.why}`);
    else for (const keepsRows of [true, false]) yield await compare('Redis', redis.url, keepsRows);
  } finally {
    await runCleanupSteps(cleanup);
  }
}
