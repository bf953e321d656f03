import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addToOutbox } from '@ve/data/outbox/outbox.repository';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { createLogger } from '@ve/server-kit/log/logger';
import { connectQueues } from '@ve/server-kit/queue/queue-connection';
import { createJobMetrics } from '@ve/server-kit/queue/queue-metrics';
import { createQueues } from '@ve/server-kit/queue/queues';
import type { JobHandlers } from '@ve/server-kit/queue/job-handlers';
import { createWorkers } from '@ve/server-kit/queue/workers';
import { Registry } from 'prom-client';
import { startRelay } from '../outbox/relay.ts';
import type { Backend } from './backends.ts';
import { waitUntil } from './wait-until.ts';

const script = fileURLToPath(new URL('./worker-process.ts', import.meta.url));
const skewedMachine = fileURLToPath(new URL('./skewed-machine.ts', import.meta.url));
/** Mails are tsx, which Node does not load by itself. */
const register = new URL('../../../tools/dev/register.mjs', import.meta.url).href;

/** Children load in half the time from the second on. */
const compileCache = join(tmpdir(), 've-test-compile-cache');

export interface Run {
  event: 'started' | 'completed';
  pid: number;
}

/** What a process of the workers is told. */
interface ChildOptions {
  lockMs?: number;
  graceMs?: number;
  smtpUrl?: string;
  /** How far the clock of its machine is ahead. */
  skewMs?: number;
}

/** A database and a queue of the test's own, with workers in this process or in real ones that may be killed. */
export const openQueueHarness = async (backend: Backend) => {
  const database = await openTestDatabase(12);
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
  const queues = createQueues(connection, onError);
  const children = new Set<ChildProcess>();
  const closers: (() => Promise<void>)[] = [];

  /** Orders a job in a transaction of its own and answers its check's id. */
  const order = async (what = 'done', options?: { dedupeId?: string }): Promise<string> => {
    const checkId = randomUUID();
    await addToOutbox(
      orm.em.fork(),
      'vdi-check.run',
      { checkId, correlationId: what },
      { now: new Date(), ...options },
    );
    return checkId;
  };

  const runsOf = (checkId: string) =>
    orm.em.fork().execute<Run[]>('select event, pid from job_runs where check_id = ? order by id', [checkId]);

  const startChild = async (options: ChildOptions = {}) => {
    const child = spawn(
      process.execPath,
      ['--conditions=source', '--import', register, '--import', skewedMachine, script],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: compileCache,
          DATABASE_URL: database.url,
          QUEUE_URL: backend.queueUrl ?? '',
          QUEUE_PREFIX: prefix,
          LOCK_MS: String(options.lockMs ?? 10_000),
          MACHINE_SKEW_MS: String(options.skewMs ?? 0),
          GRACE_MS: String(options.graceMs ?? 3_000),
          SMTP_URL: options.smtpUrl ?? '',
          PARENT_PIPE: '1',
        },
      },
    );
    children.add(child);
    const exited = once(child, 'exit').then(([code]) => code as number | null);
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await waitUntil('the workers are ready', () => text.includes('"ready"'));
    return { pid: child.pid, exited, kill: (signal: NodeJS.Signals) => child.kill(signal) };
  };

  const startHere = async (handlers: Partial<JobHandlers>) => {
    const none = () => Promise.resolve();
    const workers = createWorkers(
      connection,
      {
        'vdi-check.run': none,
        'vehicle-fetch.run': none,
        'reminders.send': none,
        'error-logs.write': none,
        'mails.send': none,
        ...handlers,
      },
      {
        logger,
        metrics: createJobMetrics(new Registry()),
        queues,
        concurrency: { 'vehicle-fetch': 4, 'vdi-check': 4, reminders: 1, 'error-logs': 1, mails: 2 },
        lockDurationMs: 10_000,
      },
    );
    const relay = await startRelay({ orm, databaseUrl: database.url, queues, logger });
    closers.push(async () => {
      await Promise.all([relay.close(), workers.close(2_000, 3_000)]);
    });
  };

  /** Cuts every connection to the queues and to the database but the one that does it. */
  const cutConnections = async (): Promise<void> => {
    if (backend.queueUrl) {
      const { hostname, port } = new URL(backend.queueUrl);
      const socket = connect(Number(port || 6379), hostname);
      socket.write('CLIENT KILL TYPE normal SKIPME yes\r\n');
      await once(socket, 'data');
      socket.destroy();
    }
    await orm.em
      .fork()
      .execute(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
  };

  /** Nothing waits, runs or is delayed anywhere. */
  const idle = async (): Promise<boolean> => {
    const [row] = await orm.em.fork().execute<{ count: string }[]>('select count(*) from outbox');
    const counts = Object.values(await queues.counts());
    return row?.count === '0' && counts.every(({ waiting, active, delayed }) => waiting + active + delayed === 0);
  };

  /** Ends whatever works; the queues and what is recorded stay. */
  const stopAll = async (): Promise<void> => {
    await Promise.all(closers.splice(0).map((close) => close()));
    for (const child of children) {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      }
      children.delete(child);
    }
  };

  return {
    orm,
    url: database.url,
    queues,
    order,
    runsOf,
    startChild,
    startHere,
    cutConnections,
    idle,
    stopAll,
    close: async () => {
      await stopAll();
      await queues.close();
      await connection.close();
      await database.close();
    },
  };
};

export type QueueHarness = Awaited<ReturnType<typeof openQueueHarness>>;
