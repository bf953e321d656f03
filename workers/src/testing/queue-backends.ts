export interface QueueBackend {
  name: 'Postgres' | 'Redis';
  queueUrl: string | undefined;
}

/** The queue backends that can be tested here: Postgres always, Redis if REDIS_URL is set. */
export const testableQueueBackends = (): QueueBackend[] => {
  const redisUrl = process.env.REDIS_URL;
  if (!redisUrl) {
    process.stderr.write('REDIS_URL is not set: the queue suite was NOT run on Redis, only on Postgres\n');
    return [{ name: 'Postgres', queueUrl: undefined }];
  }
  return [
    { name: 'Postgres', queueUrl: undefined },
    { name: 'Redis', queueUrl: redisUrl },
  ];
};

/**
 * Backends for tests of handlers whose process dies: the production backend where available, and all of them in `npm
 * run soak`. The queues' own suites test how the backends differ.
 */
export const queueBackendsForHandlers = (): QueueBackend[] => {
  const backends = testableQueueBackends();
  return process.env.SOAK_RUNS ? backends : backends.slice(-1);
};
