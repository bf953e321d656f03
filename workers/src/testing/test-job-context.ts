import type { MikroORM } from '@mikro-orm/postgresql';
import { crossContextListener } from '@ve/app/cross-context-listener';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { createLogger } from '@ve/server-kit/log/logger';
import type { JobContext } from '@ve/app/job-context';

const logger = createLogger({ name: 'test', level: 'silent', format: 'json' });

/** The context of a job's first run, for a handler that is called without a queue. */
export const createTestJobContext = (
  { orm, now }: { orm: MikroORM; now: Clock },
  changes: Partial<JobContext> = {},
): JobContext => ({
  em: orm.em.fork(),
  now,
  correlationId: 'request-1',
  actor: { kind: 'process', name: 'test' },
  listener: crossContextListener,
  jobId: 'job',
  attempt: 1,
  lastAttempt: false,
  signal: new AbortController().signal,
  logger,
  recordObjective: () => undefined,
  complete: () => Promise.resolve(true),
  ...changes,
});
