/**
 * The PostgreSQL connections that processes need at most, in addition to the workers' pool; docs/operations/scale.md
 * adds them up. Our own locks are held by transactions, on connections of a pool.
 */
export const databaseConnectionCounts = {
  /** The default size of a BFF's pool. */
  bff: 10,
  /** For LISTEN in a BFF or worker process: one, plus one that was cut and that the server has not closed yet. */
  listening: 2,
  /**
   * For workers whose queues are in PostgreSQL: BullMQ uses one connection per queue for LISTEN and shares the rest.
   */
  queues: 16,
  /** For a BFF whose staff inspect queues in PostgreSQL. */
  staffQueues: 3,
} as const;
