import { describe, expect, it } from '@jest/globals';
import { type QueueName, queueNames, queueDefinitions } from '@ve/contracts/jobs';
import { readConfig } from '@ve/server-kit/config/read-config';
import { databaseConnectionCounts } from '@ve/server-kit/process/database-connection-counts';
import { configSchema } from './config.ts';
import { databaseConnectionsNeeded } from './connections.ts';
import { workersEnvironment } from './testing/workers-environment.ts';

const complete = workersEnvironment('postgres://postgres@127.0.0.1/none', 'http://127.0.0.1');
const read = (env: Record<string, string>) => readConfig(configSchema, { ...complete, ...env });

describe('the connection pool and the queues’ concurrency', () => {
  it('match by default: a connection per job, per two jobs that wait for a vendor and per four fetches, plus fourteen', () => {
    const config = read({});
    expect(config.DATABASE_POOL).toBeUndefined();
    const jobs = (names: QueueName[]) => names.reduce((sum, name) => sum + queueDefinitions[name].concurrency, 0);
    const alone: QueueName[] = ['error-logs', 'reports', 'report-pdfs'];
    const waiting = queueNames.filter((name) => name !== 'vehicle-fetches' && !alone.includes(name));
    expect(databaseConnectionsNeeded(config.QUEUE_CONCURRENCY)).toBe(
      jobs(alone) + jobs(waiting) / 2 + jobs(['vehicle-fetches']) / 4 + 14,
    );
  });

  it('leave connections for the queues and a BFF in a PostgreSQL of a hundred connections, three of them reserved', () => {
    const { bff, listening, queues: ofQueues, staffQueues } = databaseConnectionCounts;
    const workers = databaseConnectionsNeeded(read({}).QUEUE_CONCURRENCY) + listening + ofQueues;
    const all = workers + bff + listening + staffQueues;
    expect([workers, all]).toEqual([77, 92]);
    expect(all).toBeLessThan(97);
  });

  it("give the queues' own pool a connection for each listener, and more than one for queries", () => {
    expect(databaseConnectionCounts.queues).toBeGreaterThanOrEqual(queueNames.length + 2);
  });

  it('can be configured together', () => {
    const config = read({
      QUEUE_CONCURRENCY:
        'vehicle-fetches=1, full-checks=1,reminders=1,error-logs=1,mails=2,texts=1,payments=1,sign-ups=1,reports=1,report-pdfs=1,alerts=1',
      DATABASE_POOL: '25',
    });
    expect(config.QUEUE_CONCURRENCY).toMatchObject({ 'vehicle-fetches': 1, mails: 2 });
    expect(databaseConnectionsNeeded(config.QUEUE_CONCURRENCY)).toBe(25);
    expect(config.DATABASE_POOL).toBe(25);
  });

  it.each([
    [{ DATABASE_POOL: '12' }, `DATABASE_POOL must be at least ${databaseConnectionsNeeded({})}, which`],
    [
      { DATABASE_POOL: '48', QUEUE_CONCURRENCY: 'mails=50' },
      `must be at least ${databaseConnectionsNeeded({ mails: 50 })}, which`,
    ],
  ])('are refused when the pool is too small: %j', (env, words) => {
    expect(() => read(env)).toThrow(words);
  });

  it.each(['mails', 'mails=0', 'mails=1000', 'letters=4', 'mails=4;reminders=2', 'toString=4'])('refuse %s', (text) => {
    expect(() => read({ QUEUE_CONCURRENCY: text })).toThrow('QUEUE_CONCURRENCY must be written as');
  });
});
