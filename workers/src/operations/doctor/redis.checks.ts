import { queueUrlConfigField } from '@ve/server-kit/config/process-fields';
import { readRedisInfo, type RedisInfo } from '@ve/server-kit/queue/redis-info';
import { failed, notChecked, passed, type DoctorCheck, type DoctorResult } from './doctor-check.ts';
import { withVariables, type Environment } from './doctor-variables.ts';

const connectTimeoutMs = 5_000;

/** Reads Redis once for all checks, each of which reports its own part. */
export const redisChecks = (env: Environment): DoctorCheck[] => {
  const group = 'Redis';
  const remedy = 'Start it, or correct QUEUE_URL: docs/operations/alarms/database-or-redis-away.md';
  let reading: Promise<RedisInfo> | undefined;
  const readOnce = (url: string): Promise<RedisInfo> => (reading ??= readRedisInfo(url, connectTimeoutMs));

  const check = (name: string, read: (info: RedisInfo) => DoctorResult): DoctorCheck => ({
    group,
    name,
    remedy,
    run: withVariables(env, { QUEUE_URL: queueUrlConfigField() }, async ({ QUEUE_URL: url }) => {
      if (url === undefined) return notChecked('QUEUE_URL is not set: the queues are in PostgreSQL');
      if (name === 'answers') return read(await readOnce(url));
      const info = await readOnce(url).catch(() => null);
      return info === null ? notChecked('Redis does not answer') : read(info);
    }),
  });

  return [
    check('answers', (info) => passed(`version ${info.get('redis_version') ?? 'unknown'}`)),
    check('noeviction', (info) => {
      const policy = info.get('maxmemory_policy') ?? 'unknown';
      return policy === 'noeviction'
        ? passed()
        : failed(
            `maxmemory-policy is ${policy}: queued jobs are lost when memory is full`,
            'Set maxmemory-policy to noeviction',
          );
    }),
    check('persistence', (info) =>
      info.get('aof_enabled') === '1'
        ? passed('append-only file')
        : failed('no append-only file: a restart loses queued jobs', 'Set appendonly to yes'),
    ),
  ];
};
