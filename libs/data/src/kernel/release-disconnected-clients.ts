import type { Pool, PoolClient } from 'pg';

/**
 * Returns a connection that is lost while in use to its pool. Kysely does not when a transaction cannot be started or
 * rolled back on it: the pool would permanently have one connection less, and with the last one the process could not
 * respond until its restart.
 */
export const returnLostConnectionsToPool = (pool: Pool): void => {
  pool.on('connect', (client: PoolClient) => {
    client.once('end', () => {
      const { release } = client;
      // The code that used the connection releases it as well.
      client.release = () => undefined;
      try {
        release(true);
      } catch {
        // It was idle: the pool has removed it automatically.
      }
    });
  });
};
