import type { MikroORM } from '@mikro-orm/postgresql';
import { findFileImport, type FileImportName } from '@ve/data/vehicle/places/file-import.repository';
import { registerScheduledJob, recordScheduledRun } from '@ve/data/jobs/scheduled-job/scheduled-job.repository';
import type { MotDeltasPort } from '@ve/providers/mot-history/mot-deltas.port';
import type { Logger } from '@ve/server-kit/log/logger';
import { importMotDeltaFiles } from '@ve/app/monitoring/alerts/import-mot-delta-files';
import { crossContextListener } from '@ve/app/cross-context-listener';
import { startRepeatingTask, type RepeatingTaskOptions, type RepeatingTask } from '../../jobs/repeating-task.ts';
import { importPetrolPrices } from '@ve/app/vehicle/places/import-petrol-prices';
import { importRecallCampaigns } from '@ve/app/vehicle/places/import-recall-campaigns';
import type { ImportSources } from '../connect-vehicle-data-sources.ts';

/** How often due imports are looked for. */
const aMinute = 60_000;

/**
 * Imports DVSA's recalls file daily, petrol prices every half hour and DVSA's files of new MOT tests as they come; runs
 * in any number of processes, each import in one of them.
 */
export const startDataImports = ({
  orm,
  sources: { recalls, prices, deltas },
  logger,
  now,
}: {
  orm: MikroORM;
  sources: Pick<ImportSources, 'recalls' | 'prices'> & { deltas: MotDeltasPort };
  logger: Logger;
  now: () => Date;
}): RepeatingTask => {
  const closing = new AbortController();
  const each: RepeatingTaskOptions = {
    logger,
    now,
    plan: (job) => registerScheduledJob(orm.em.fork(), job),
    record: (run) => recordScheduledRun(orm.em.fork(), run),
  };
  const options = { fork: () => orm.em.fork(), now, signal: closing.signal };
  /** Throws the last failure of an import that this run did not make, so that staff see it until one succeeds. */
  const throwLastFailure = async (name: FileImportName): Promise<void> => {
    const failure = (await findFileImport(orm.em.fork(), name))?.failure ?? null;
    if (failure !== null) throw new Error(failure);
  };
  const imports = [
    startRepeatingTask({ name: 'recalls file', everyMs: aMinute, ...each }, async () => {
      if (await importRecallCampaigns(recalls, { ...options, listener: crossContextListener }))
        logger.info({ event: 'recalls_imported' }, 'A recalls file was imported.');
      else await throwLastFailure('recalls');
    }),
    startRepeatingTask({ name: 'MOT files', everyMs: 10 * aMinute, ...each }, async () => {
      const cars = await importMotDeltaFiles({ ...options, deltas });
      if (cars === null) await throwLastFailure('mot');
      else if (cars > 0)
        logger.info({ event: 'mot_tests_imported', cars }, 'New MOT tests of watched cars were imported.');
    }),
  ];
  if (prices !== null) {
    imports.push(
      startRepeatingTask({ name: 'petrol prices', everyMs: aMinute, ...each }, async () => {
        if (await importPetrolPrices(prices, options))
          logger.info({ event: 'petrol_prices_imported' }, 'Petrol prices were imported.');
        else await throwLastFailure('fuel');
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
