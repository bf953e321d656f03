import type { MikroORM } from '@mikro-orm/postgresql';
import { writeErrorLog } from '@ve/data/error-log/error-log.repository';
import type { JobHandler } from '@ve/server-kit/queue/job-handlers';

/** Stores a fault that a browser reported; the same report twice counts once. */
export const createErrorLogHandler =
  ({ orm }: { orm: MikroORM }): JobHandler<'error-logs.write'> =>
  ({ entry, receivedAt, fingerprint }) =>
    writeErrorLog(orm.em.fork(), entry, { fingerprint, receivedAt: new Date(receivedAt) });
