export interface Backend {
  name: 'Postgres' | 'Redis';
  queueUrl: string | undefined;
}

/** The homes of the queues that can be tested here: Postgres always, Redis where REDIS_URL names one. */
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
