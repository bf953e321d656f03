export interface Backend {
  name: 'Postgres' | 'Redis';
  queueUrl: string | undefined;
}

/** The queue backends that can be tested here: Postgres always, Redis if REDIS_URL is set. */
export const testableBackends = (): Backend[] => {
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
 * For what a handler does when its process dies: the backend of production where it can be tested, and every one in
 * `npm run soak`. How the backends differ is what the queues' own suites test, on each of them.
 */
export const handlerBackends = (): Backend[] => {
  const backends = testableBackends();
  return process.env.SOAK_RUNS ? backends : backends.slice(-1);
};
