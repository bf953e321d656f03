import { createRedisBackend, runMigrations, withBackend, type PgPool } from 'bullmq';
import pg from 'pg';
import { databaseConnectionCounts } from '../process/database-connection-counts.ts';
import { createMigratedQueueBackend, markLostConnectionErrors } from './postgres-backend.ts';

const postgres = withBackend(createMigratedQueueBackend);
const redis = withBackend(createRedisBackend);

const schema = 'bullmq';

/** The queues' backend. One per process; closed last. */
export type QueueConnection =
  | { kind: 'postgres'; pool: PgPool; close(): Promise<void> }
  | { kind: 'redis'; url: string; prefix: string; close(): Promise<void> };

export interface QueueConnectionOptions {
  /** `redis://` or `rediss://`. Omitted: the queues are in Postgres. */
  queueUrl?: string | undefined;
  databaseUrl: string;
  /** Size of the Postgres pool: every worker holds one connection for LISTEN, the rest run queries. */
  poolSize?: number;
  /** Timeout of a Postgres query in milliseconds: a frozen machine or a cut network closes no connection. */
  silenceMs?: number;
  /** Key prefix in Redis. */
  prefix?: string;
  /** Called for lost connections, which reconnect automatically. */
  onError: (error: Error) => void;
}

/**
 * Connects to the queues' backend and, on Postgres, migrates its tables; safe to run in several processes concurrently.
 */
export const connectQueues = async (options: QueueConnectionOptions): Promise<QueueConnection> => {
  if (options.queueUrl) {
    return { kind: 'redis', url: options.queueUrl, prefix: options.prefix ?? 've', close: () => Promise.resolve() };
  }
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: options.poolSize ?? databaseConnectionCounts.queues,
    options: `-c search_path=${schema}`,
    application_name: 've-queue',
    connectionTimeoutMillis: 5_000,
    ...(options.silenceMs === undefined ? {} : { query_timeout: options.silenceMs }),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // Every queue and worker on the pool adds an error listener.
  pool.setMaxListeners(100);
  pool.on('error', options.onError);
  // The pool handles errors of idle connections only: losing one that is checked out would end the process.
  pool.on('connect', (client) => client.on('error', options.onError));
  const client = await pool.connect();
  try {
    await runMigrations(client, schema);
  } finally {
    client.release();
  }
  // BullMQ's own shape of a pool has read-only parameter lists, which the types of `pg` do not declare.
  const shared = markLostConnectionErrors(pool as unknown as PgPool, options.onError);
  return { kind: 'postgres', pool: shared, close: () => pool.end() };
};

const redisOptions = (url: string, enableOfflineQueue: boolean) => ({
  url,
  enableOfflineQueue,
  maxRetriesPerRequest: null,
  retryStrategy: (times: number) => Math.min(times * 200, 2_000),
});

/** BullMQ's constructors bound to the connection. */
export const bindQueueConstructors = (connection: QueueConnection) => {
  if (connection.kind === 'postgres') {
    const { pool } = connection;
    return {
      newQueue: (name: string, options: Omit<ConstructorParameters<typeof postgres.Queue>[1], 'connection'>) =>
        new postgres.Queue(name, { ...options, connection: pool }),
      newWorker: (
        name: string,
        processor: ConstructorParameters<typeof postgres.Worker>[1],
        options: Omit<ConstructorParameters<typeof postgres.Worker>[2], 'connection'>,
      ) => new postgres.Worker(name, processor, { ...options, connection: pool }),
    };
  }
  const { url, prefix } = connection;
  return {
    newQueue: (name: string, options: Omit<ConstructorParameters<typeof redis.Queue>[1], 'connection'>) =>
      // Adding fails immediately while Redis is down: the outbox keeps the jobs.
      new redis.Queue(name, { ...options, prefix, connection: redisOptions(url, false) }),
    newWorker: (
      name: string,
      processor: ConstructorParameters<typeof redis.Worker>[1],
      options: Omit<ConstructorParameters<typeof redis.Worker>[2], 'connection'>,
    ) => new redis.Worker(name, processor, { ...options, prefix, connection: redisOptions(url, true) }),
  };
};
