import { findImport } from '@ve/data/vehicle/places/file-import.repository';
import {
  clearStations,
  countStations,
  storeFuelDay,
  storePrices,
  storeStations,
} from '@ve/data/vehicle/places/fuel-price.repository';
import { priceReportMaxAgeMs } from '@ve/domain/vehicle/petrol/nearby-stations';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import type { FuelPricesPort } from '@ve/providers/fuel/fuel-prices.port';
import {
  type ImportContext,
  type ImportOutcome,
  importOnce,
  hasShrunkByHalf,
  importRetryMs,
  isImportDue,
} from './import-once.ts';

const aDay = 24 * 3_600_000;
/** Retailers report a change within half an hour. */
const everyMs = aDay / 48;
/** A report from further in the future, by a fast clock, is ignored. */
const aheadMs = 3_600_000;

/** Imports petrol prices: all of them daily, changes every half hour. Returns whether this process read anything. */
export const importPrices = async (prices: FuelPricesPort, { fork, now, signal }: ImportContext): Promise<boolean> => {
  const state = await findImport(fork(), 'fuel');
  const startedAt = now();
  const wholly = isImportDue(state?.fullyFetchedAt ?? null, aDay, startedAt);
  const readAt = state?.fetchedAt ?? null;
  if (!wholly && !isImportDue(readAt, everyMs, startedAt)) return false;
  if (state?.failure && !isImportDue(state.attemptedAt, importRetryMs, startedAt)) return false;
  // The day before the last read: the service accepts only days, in an unspecified time zone.
  const since = wholly || readAt === null ? null : londonDate(new Date(readAt.getTime() - aDay));
  return importOnce({ fork, name: 'fuel', startedAt }, async (): Promise<ImportOutcome> => {
    const stations = await prices.readStations(since, signal);
    if (stations.state === 'unavailable') return { read: false, failure: stations.reason };
    const reported = await prices.readPrices(since, signal);
    if (reported.state === 'unavailable') return { read: false, failure: reported.reason };
    const open = stations.items.filter(({ state: is }) => is !== 'gone').length;
    if (wholly && (open === 0 || hasShrunkByHalf(await countStations(fork()), open))) {
      return { read: false, failure: 'there are less than half of the stations that there were' };
    }
    const latest = new Date(startedAt.getTime() + aheadMs).toISOString();
    const believed = reported.items.filter(({ reportedAt }) => reportedAt <= latest);
    return {
      read: true,
      store: async (em) => {
        if (wholly) await clearStations(em);
        await storeStations(em, stations.items);
        await storePrices(em, believed);
        await storeFuelDay(em, londonDate(startedAt), new Date(startedAt.getTime() - priceReportMaxAgeMs));
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
