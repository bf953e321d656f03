import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { QueueName } from '@ve/contracts/jobs';
import { createDatabaseOutageDetector } from '@ve/data/kernel/database-outage';
import { queueJobIdOfOutboxRow, relayOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { enqueueTestJob } from '@ve/data/testing/enqueue-test-job';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { createLogger } from '@ve/server-kit/log/logger';
import { connectQueues } from '@ve/server-kit/queue/queue-connection';
import { createJobMetrics } from '@ve/server-kit/queue/queue-metrics';
import { createJobQueues, type JobQueues } from '@ve/server-kit/queue/queues';
import { createQueueWorkers } from '@ve/server-kit/queue/queue-workers';
import { Registry } from 'prom-client';
import { wrapHandlersWithJobContext, type JobUseCasesByName } from '../job-context.ts';
import { createFinishedJobCollector } from '../jobs/outbox/finished-jobs.ts';
import { startOutboxRelay } from '../jobs/outbox/relay.ts';
import type { QueueBackend } from './queue-backends.ts';
import { compileCache, runBundled } from '@ve/server-kit/testing/bundled-script';
import { noopHandlers } from './noop-handlers.ts';
import { sendRedisCommand } from './redis-command.ts';
import { waitUntil } from './wait-until.ts';

const skewedMachine = fileURLToPath(new URL('./skew-machine-clock.ts', import.meta.url));

const maxErrorsLength = 4_000;

export interface HarnessJobRun {
  event: 'started' | 'completed';
  pid: number;
}

/** Options of `worker-process.ts`. */
interface ChildOptions {
  lockMs?: number;
  graceMs?: number;
  /** Offset of the clock of relay and handlers from the database's. */
  aheadMs?: number;
  collectMs?: number;
  maxStalled?: number;
  relay?: 'runs' | 'hangs';
  smtpUrl?: string;
  /** The process hangs once the mail server has accepted a mail. */
  smtpHang?: boolean;
  /** Its mails are the examples of their templates, sent concurrently. */
  exampleLetters?: boolean;
  stripeUrl?: string;
  /** The call to Stripe after which the process hangs. */
  stripeHangs?: string;
  /** URL of a sandbox whose Twilio receives the texts. */
  textsUrl?: string;
  /** The process hangs once Twilio has accepted a text. */
  textsHang?: boolean;
  /** URL of a `source-server` from which vehicles are fetched. */
  sourcesUrl?: string;
  /** Runs full checks from the same server; may hang before the look-up is sent or after the check ended. */
  checks?: 'run' | 'unsent' | 'unheard';
  /** How often canaries are evaluated; absent: never. */
  canaryMs?: number;
  /**
   * The lease of a mail or text, by default two seconds; it is twice the wait before a lost text is looked up at
   * Twilio.
   */
  leaseMs?: number;
  /** How often reminders are planned and monitor checks queued; absent: never. */
  planMs?: number;
  /** Offset of its machine's clock. */
  skewMs?: number;
  /** Its database URL, if it differs from the harness's. */
  databaseUrl?: string;
  /** Timeout of its start: shorter than a test's timeout, unless this test has a longer one. */
  readyMs?: number;
}

/**
 * A private database and queue, with workers in this process or in child processes that can be killed. `serverUrl`: a
 * Postgres server of the test's own.
 */
export const openQueueHarness = async (backend: QueueBackend, serverUrl?: string) => {
  const database = await openTestDatabase(12, serverUrl);
  const { orm } = database;
  await orm.em.fork().execute(`
    create table job_runs (
      id bigint generated always as identity primary key,
      check_id uuid not null, event text not null, pid int not null
    )
  `);
  const prefix = `test-${randomUUID()}`;
  const logger = createLogger({ name: 'test', level: 'silent', format: 'json' });
  const onError = () => undefined;
  const connection = await connectQueues({ queueUrl: backend.queueUrl, databaseUrl: database.url, prefix, onError });
  const queues = createJobQueues(connection, onError);
  const children = new Set<ChildProcess>();
  const closers: (() => Promise<void>)[] = [];

  /** The clock of relay and handlers in this process; tests advance it. */
  const clock = { aheadMs: 0 };
  const now = () => new Date(Date.now() + clock.aheadMs);

  /** Adds a job in its own transaction and returns the id of its check. */
  const order = async (what = 'done', options?: { dedupeId?: string }): Promise<string> => {
    const checkId = randomUUID();
    await enqueueTestJob(
      orm.em.fork(),
      'full-checks.run',
      { checkId, correlationId: what },
      { now: new Date(), ...options },
    );
    return checkId;
  };

  const runsOf = (checkId: string) =>
    orm.em.fork().execute<HarnessJobRun[]>('select event, pid from job_runs where check_id = ? order by id', [checkId]);

  const startChild = async (options: ChildOptions = {}) => {
    const child = spawn(process.execPath, await runBundled('worker-process', skewedMachine), {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        ...compileCache,
        DATABASE_URL: options.databaseUrl ?? database.url,
        QUEUE_URL: backend.queueUrl ?? '',
        QUEUE_PREFIX: prefix,
        LOCK_MS: String(options.lockMs ?? 10_000),
        MACHINE_SKEW_MS: String(options.skewMs ?? 0),
        GRACE_MS: String(options.graceMs ?? 3_000),
        AHEAD_MS: String(options.aheadMs ?? 0),
        COLLECT_MS: String(options.collectMs ?? 25),
        MAX_STALLED: String(options.maxStalled ?? 20),
        RELAY: options.relay ?? 'runs',
        SMTP_URL: options.smtpUrl ?? '',
        SMTP_HANG: options.smtpHang === true ? 'sent' : '',
        LETTERS: options.exampleLetters === true ? 'examples' : 'own',
        STRIPE_URL: options.stripeUrl ?? '',
        STRIPE_HANGS: options.stripeHangs ?? '',
        TEXTS_URL: options.textsUrl ?? '',
        TEXTS_HANG: options.textsHang === true ? 'sent' : '',
        SOURCES_URL: options.sourcesUrl ?? '',
        CHECKS: options.checks ?? '',
        ...(options.canaryMs === undefined ? {} : { CANARY_MS: String(options.canaryMs) }),
        ...(options.leaseMs === undefined ? {} : { LEASE_MS: String(options.leaseMs) }),
        ...(options.planMs === undefined ? {} : { PLAN_MS: String(options.planMs) }),
        PARENT_PIPE: '1',
      },
    });
    children.add(child);
    const exited = once(child, 'exit').then(([code]) => code as number | null);
    let [text, errors] = ['', ''];
    let isClosed = false;
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-maxErrorsLength);
      process.stderr.write(chunk);
    });
    // "close" comes after all output, which "exit" may precede.
    child.once('close', () => (isClosed = true));
    const isReady = (): boolean => {
      if (isClosed)
        throw new Error(
          `the workers ended with ${child.exitCode ?? child.signalCode}: ${errors || text.slice(-maxErrorsLength)}`,
        );
      return text.includes('process_ready');
    };
    await waitUntil('the workers are ready', isReady, options.readyMs ?? 50_000);
    return { pid: child.pid, exited, kill: (signal: NodeJS.Signals) => child.kill(signal) };
  };

  /** `keepRows`: finished jobs are not recorded, as if the process died before deleting their rows. */
  const startHere = async (handlers: Partial<JobUseCasesByName>, { keepRows = false } = {}) => {
    const collected = createFinishedJobCollector({ orm, logger, now });
    const finished = keepRows ? { ...collected, add: () => undefined, giveUp: () => undefined } : collected;
    const workers = createQueueWorkers(
      connection,
      wrapHandlersWithJobContext({ ...noopHandlers, ...handlers }, { orm, now, finished }),
      {
        logger,
        metrics: createJobMetrics(new Registry()),
        queues,
        lockDurationMs: 10_000,
        outages: createDatabaseOutageDetector(orm),
        onDeadLetter: finished.giveUp,
      },
    );
    const relay = await startOutboxRelay({ orm, databaseUrl: database.url, queues, logger, now, pollMs: 200 });
    closers.push(async () => {
      await Promise.all([relay.close(), workers.close(2_000, 3_000)]);
      await finished.close();
    });
  };

  /** Cuts every connection to the queues and to the database except its own. */
  const cutConnections = async (): Promise<void> => {
    if (backend.queueUrl) await sendRedisCommand(backend.queueUrl, 'CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await orm.em
      .fork()
      .execute(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
  };

  /** Deletes all data of the queues, as after a Redis restart without persistence. */
  const wipe = async (): Promise<void> => {
    if (backend.queueUrl) {
      const script = `for _, key in ipairs(redis.call('keys', ARGV[1])) do redis.call('del', key) end`;
      await sendRedisCommand(backend.queueUrl, 'EVAL', script, '0', `${prefix}:*`);
      return;
    }
    const held = await orm.em.fork().execute<{ name: string }[]>(
      `select format('bullmq.%I', table_name) as name from information_schema.tables
       where table_schema = 'bullmq' and table_name <> 'migration'`,
    );
    const truncate = `truncate ${held.map(({ name }) => name).join(', ')}`;
    // A process that reads several of the tables may have locked them in another order.
    for (;;) {
      try {
        await orm.em.fork().execute(truncate);
        return;
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'DeadlockException') throw error;
      }
    }
  };

  /** Relays every job of the outbox to its queue without running any; returns how many. */
  const relayOnly = (to: JobQueues = queues): Promise<number> =>
    relayOutbox(orm.em.fork(), { limit: 1_000, now: now() }, (batch) =>
      to.add(batch.map(({ id, jobName, payload }) => ({ id: queueJobIdOfOutboxRow(id), name: jobName, payload }))),
    );

  /** The queues of a release that has only some. Closed by the test. */
  const queuesOf = (names: QueueName[]): JobQueues => createJobQueues(connection, onError, names);

  const outboxRows = (): Promise<number> => database.data.count('outbox');

  /** Resolves to true when no job waits, runs or is delayed. */
  const idle = async (): Promise<boolean> => {
    // One query instead of one per queue for as long as a job has its row.
    if ((await outboxRows()) > 0) return false;
    const counts = Object.values(await queues.counts());
    return counts.every(({ waiting, active, delayed }) => waiting + active + delayed === 0);
  };

  /** Stops all workers; queues and records are kept. */
  const stopAll = async (): Promise<void> => {
    clock.aheadMs = 0;
    await Promise.all(closers.splice(0).map((close) => close()));
    for (const child of children) {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
      children.delete(child);
    }
  };

  /** Stops all workers, and clears outbox and queues. */
  const reset = async (): Promise<void> => {
    await stopAll();
    await wipe();
    await clearTables(orm.em.fork(), 'outbox', 'job_runs');
  };

  return {
    orm,
    data: database.data,
    url: database.url,
    queues,
    order,
    runsOf,
    startChild,
    startHere,
    clock,
    cutConnections,
    wipe,
    relayOnly,
    queuesOf,
    outboxRows,
    idle,
    stopAll,
    reset,
    close: async () => {
      await stopAll();
      await queues.close();
      await connection.close();
      await database.close();
    },
  };
};

export type QueueHarness = Awaited<ReturnType<typeof openQueueHarness>>;
