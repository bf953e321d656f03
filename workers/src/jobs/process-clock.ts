import type { MikroORM } from '@mikro-orm/postgresql';
import { readDatabaseTime } from '@ve/data/kernel/database-time';
import { clockReadingOptions } from '@ve/server-kit/clock/clock-source';
import { overrideDateNow } from '@ve/server-kit/clock/machine-time';
import { startSynchronisedClock, type SynchronisedClock } from '@ve/server-kit/clock/synchronised-clock';
import type { Logger } from '@ve/server-kit/log/logger';

/**
 * The clock of a workers process, which its queues use as well.
 * @throws when the source does not answer: workers decide by age, and on the machine's own time they could close
 * fetches that have just started
 */
export const startProcessClock = async ({
  orm,
  source,
  logger,
}: {
  orm: MikroORM;
  /** `CLOCK_SOURCE` */
  source: string;
  logger: Logger;
}): Promise<SynchronisedClock> => {
  const clock = await startSynchronisedClock({
    ...clockReadingOptions(source, () => readDatabaseTime(orm.em.fork())),
    logger,
  });
  if (!clock.isSynchronised()) {
    clock.close();
    throw new Error('the time could not be read from its source');
  }
  if (source === 'database') overrideDateNow(clock.now);
  return clock;
};
