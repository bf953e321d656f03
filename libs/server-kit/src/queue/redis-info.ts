import { Redis } from 'ioredis';

/** What Redis says of itself, by the names of its command INFO, such as `redis_version`. */
export type RedisInfo = ReadonlyMap<string, string>;

/**
 * Reads what Redis says of itself, on a connection of its own. INFO is allowed where CONFIG is not, as with most hosted
 * servers. @throws Error without the URL when Redis does not answer, or refuses the password
 */
export const readRedisInfo = async (url: string, timeoutMs: number): Promise<RedisInfo> => {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // Without a listener the client prints its errors.
  const errors: Error[] = [];
  redis.on('error', (error: Error) => void errors.push(error));
  try {
    await redis.connect();
    const text = await redis.info();
    return new Map(
      text
        .split('\r\n')
        .filter((line) => line.includes(':'))
        .map((line): [string, string] => {
          const colon = line.indexOf(':');
          return [line.slice(0, colon), line.slice(colon + 1)];
        }),
    );
  } catch (error) {
    const causes = [...errors, error].map(String).join(' ');
    throw new Error(
      /NOAUTH|WRONGPASS|NOPERM/.test(causes) ? 'Redis refuses the user or password' : 'Redis does not answer',
      { cause: error },
    );
  } finally {
    redis.disconnect();
  }
};
