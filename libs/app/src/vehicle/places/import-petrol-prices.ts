import { findFileImport } from '@ve/data/vehicle/places/file-import.repository';
import {
  clearFuelStations,
  countFuelStations,
  storeFuelDailyPrices,
  storeFuelPrices,
  storeFuelStations,
} from '@ve/data/vehicle/places/fuel-price.repository';
import { petrolPriceReportMaxAgeMs } from '@ve/domain/vehicle/petrol/nearby-stations';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import type { FuelPricesPort } from '@ve/providers/fuel/fuel-prices.port';
import {
  type FileImportContext,
  type FileImportOutcome,
  importInOneProcess,
  wouldDataShrinkByHalf,
  fileImportRetryMs,
  isFileImportDue,
} from './import-once.ts';

const aDay = 24 * 3_600_000;
/** Retailers report a change within half an hour. */
const everyMs = aDay / 48;
/** A report from further in the future, by a fast clock, is ignored. */
const aheadMs = 3_600_000;

/** Imports petrol prices: all of them daily, changes every half hour. Returns whether this process read anything. */
export const importPetrolPrices = async (
  prices: FuelPricesPort,
  { fork, now, signal }: FileImportContext,
): Promise<boolean> => {
  const state = await findFileImport(fork(), 'fuel');
  const startedAt = now();
  const wholly = isFileImportDue(state?.fullyFetchedAt ?? null, aDay, startedAt);
  const readAt = state?.fetchedAt ?? null;
  if (!wholly && !isFileImportDue(readAt, everyMs, startedAt)) return false;
  if (state?.failure && !isFileImportDue(state.attemptedAt, fileImportRetryMs, startedAt)) return false;
  // The day before the last read: the service accepts only days, in an unspecified time zone.
  const since = wholly || readAt === null ? null : londonDate(new Date(readAt.getTime() - aDay));
  return importInOneProcess({ fork, name: 'fuel', startedAt }, async (): Promise<FileImportOutcome> => {
    const stations = await prices.readStations(since, signal);
    if (stations.state === 'unavailable') return { read: false, failure: stations.reason };
    const reported = await prices.readPrices(since, signal);
    if (reported.state === 'unavailable') return { read: false, failure: reported.reason };
    const open = stations.items.filter(({ state: is }) => is !== 'gone').length;
    if (wholly && (open === 0 || wouldDataShrinkByHalf(await countFuelStations(fork()), open))) {
      return { read: false, failure: 'there are less than half of the stations that there were' };
    }
    const latest = new Date(startedAt.getTime() + aheadMs).toISOString();
    const believed = reported.items.filter(({ reportedAt }) => reportedAt <= latest);
    return {
      read: true,
      store: async (em) => {
        if (wholly) await clearFuelStations(em);
        await storeFuelStations(em, stations.items);
        await storeFuelPrices(em, believed);
        await storeFuelDailyPrices(
          em,
          londonDate(startedAt),
          new Date(startedAt.getTime() - petrolPriceReportMaxAgeMs),
        );
      },
      end: {
        readAt: startedAt,
        sourceChangedAt: startedAt,
        skippedRows: stations.skippedRows + reported.skippedRows + reported.items.length - believed.length,
        ...(wholly ? { fullyFetchedAt: startedAt, rows: open } : {}),
      },
    };
  });
};
