import type { Pool, PoolClient } from 'pg';

/**
 * Gives a connection that is lost while it is in use back to its pool. Kysely does not, when a transaction cannot be begun
 * or rolled back on it: the pool would have one connection less for ever, and with the last of them the process would
 * answer nothing more until it is started again.
 */
export const releaseDisconnectedClients = (pool: Pool): void => {
  pool.on('connect', (client: PoolClient) => {
    client.once('end', () => {
      const { release } = client;
      // Whoever had it gives it back as well.
      client.release = () => undefined;
      try {
        release(true);
      } catch {
        // It was idle: the pool has removed it by itself.
      }
    });
  });
};
