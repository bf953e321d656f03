import {
  ConnectionClosedError,
  createPostgresBackend,
  type BackendFactory,
  type PgPool,
  type PostgresConnectionOptions,
  type PostgresQueueBackend,
} from 'bullmq';
import pg from 'pg';

/**
 * BullMQ's Postgres backend, for pools on which its tables were migrated. BullMQ would check them again for each queue
 * and worker and remember the outcome: a connection lost during that check would fail every later statement with the
 * same error.
 */
export const createMigratedBackend: BackendFactory<PostgresQueueBackend, PostgresConnectionOptions> = (...given) => {
  const backend = createPostgresBackend(...given);
  backend.connection.waitUntilReady = () => Promise.resolve();
  return backend;
};

/** SQLSTATEs of a server that cannot serve now: lost connections, no room, starting or stopping, a standby. */
const cannotServe = /^(?:08|53|57P|25006)/;

const isLost = (error: unknown): boolean => !(error instanceof pg.DatabaseError) || cannotServe.test(error.code ?? '');

/**
 * Makes the pool's queries fail with the error that BullMQ knows as a lost connection, whenever Postgres did not answer
 * or cannot serve: its workers then pause before they try again. Of the errors of `pg` it knows ECONNREFUSED alone; after
 * any other it tries again at once, and fails jobs that have succeeded.
 */
export const mapLostConnections = (pool: PgPool, onError: (error: Error) => void): PgPool => {
  const query = pool.query.bind(pool);
  pool.query = async <Row>(text: string, values?: readonly unknown[]) => {
    try {
      return await query<Row>(text, values);
    } catch (error) {
      if (!(error instanceof Error) || !isLost(error)) throw error;
      onError(error);
      throw new ConnectionClosedError(error.message, error);
    }
  };
  return pool;
};
