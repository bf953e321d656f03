/**
 * What processes want of PostgreSQL's connections beside the pool of the workers, at most; docs/operations/scale.md adds them up. A
 * lock of ours is held by a transaction, on a connection of a pool.
 */
export const databaseConnections = {
  /** The pool of a BFF, unless it is configured. */
  bff: 10,
  /** LISTEN, of a BFF or workers: one, and for a while one that was cut and that the server still counts. */
  listening: 2,
  /** Of workers whose queues are in PostgreSQL: BullMQ listens on one for each queue and shares the rest. */
  queues: 16,
  /** Of a BFF whose staff look at queues in PostgreSQL. */
  staffQueues: 3,
} as const;
