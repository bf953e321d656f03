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
 * BullMQ's Postgres backend for pools whose tables are already migrated. BullMQ would check the tables for each queue
 * and worker and remember the outcome: a connection lost during that check would make every later statement fail with
 * the same error.
 */
export const createMigratedQueueBackend: BackendFactory<PostgresQueueBackend, PostgresConnectionOptions> = (
  ...args
) => {
  const backend = createPostgresBackend(...args);
  backend.connection.waitUntilReady = () => Promise.resolve();
  return backend;
};

/**
 * SQLSTATEs of a server that cannot serve now: lost connections, insufficient resources, starting or stopping, standby.
 */
const cannotServe = /^(?:08|53|57P|25006)/;

const isLost = (error: unknown): boolean => !(error instanceof pg.DatabaseError) || cannotServe.test(error.code ?? '');

/**
 * Makes the pool's queries fail with an error that BullMQ recognises as a lost connection whenever Postgres does not
 * respond or cannot serve: its workers then pause before they retry. Of `pg`'s errors BullMQ only recognises
 * ECONNREFUSED; after any other it retries immediately, and fails jobs that have succeeded.
 */
export const markLostConnectionErrors = (pool: PgPool, onError: (error: Error) => void): PgPool => {
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
