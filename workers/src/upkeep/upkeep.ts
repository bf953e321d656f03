import type { MikroORM } from '@mikro-orm/postgresql';
import { forgetErrorLogs } from '@ve/data/error-log/error-log.repository';
import { closeStuckFetches, forgetFetches } from '@ve/data/vehicle-fetch/vehicle-fetch.repository';
import type { Logger } from '@ve/server-kit/log/logger';
import { repeat, type Repeating } from './repeat.ts';

const aMinute = 60_000;
const aDay = 24 * 60 * aMinute;

/**
 * What is owed without anybody asking; any number of processes may do it at once.
 * A fetch still open after a minute is closed as unavailable, so that no page waits for ever. Finished fetches are
 * forgotten after a day, error logs after thirty.
 */
export const startUpkeep = (orm: MikroORM, logger: Logger, now: () => Date): Repeating => {
  const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds);
  const sweep = repeat('stuck fetches', 5_000, logger, async () => {
    const closed = await closeStuckFetches(orm.em.fork(), ago(aMinute));
    if (closed.length > 0) logger.warn({ fetchIds: closed }, 'stuck fetches closed');
  });
  const forget = repeat('forgetting', 10 * aMinute, logger, async () => {
    const fetches = await forgetFetches(orm.em.fork(), ago(aDay));
    const errorLogs = await forgetErrorLogs(orm.em.fork(), ago(30 * aDay));
    if (fetches + errorLogs > 0) logger.info({ fetches, errorLogs }, 'old rows forgotten');
  });
  return {
    close: async () => {
      await Promise.all([sweep.close(), forget.close()]);
    },
  };
};
