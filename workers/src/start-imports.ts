import type { MikroORM } from '@mikro-orm/postgresql';
import { planScheduledJob, recordScheduledRun } from '@ve/data/operations/scheduled-job.repository';
import type { Logger } from '@ve/server-kit/log/logger';
import { repeat, type RepeatOptions, type Repeating } from './maintenance/repeat.ts';
import { importPrices } from './places/import-prices.ts';
import { importRecalls } from './places/import-recalls.ts';
import type { PublicSources } from './places/public-sources.ts';

/** How often is looked whether an import is due. */
const aMinute = 60_000;

/** Imports DVSA's recalls file daily and petrol prices every half hour; in any number of processes, each once. */
export const startImports = ({
  orm,
  sources: { recalls, prices },
  logger,
  now,
}: {
  orm: MikroORM;
  sources: Pick<PublicSources, 'recalls' | 'prices'>;
  logger: Logger;
  now: () => Date;
}): Repeating => {
  const closing = new AbortController();
  const each: RepeatOptions = {
    logger,
    now,
    plan: (job) => planScheduledJob(orm.em.fork(), job),
    record: (run) => recordScheduledRun(orm.em.fork(), run),
  };
  const options = { fork: () => orm.em.fork(), now, signal: closing.signal };
  const imports = [
    repeat('recalls file', aMinute, each, async () => {
      if (await importRecalls(recalls, options)) logger.info('recalls file read');
    }),
  ];
  if (prices !== null) {
    imports.push(
      repeat('petrol prices', aMinute, each, async () => {
        if (await importPrices(prices, options)) logger.info('petrol prices read');
      }),
    );
  }
  return {
    close: async () => {
      closing.abort(new Error('given up because the process ends'));
      await Promise.all(imports.map((one) => one.close()));
    },
  };
};
