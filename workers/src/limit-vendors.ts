import type { MikroORM } from '@mikro-orm/postgresql';
import { pauseBucket, takeToken } from '@ve/data/limit/token-bucket.repository';
import { countVendorCall, type DailyBudget } from '@ve/data/limit/vendor-day.repository';
import type { SourceName } from '@ve/domain/report/vehicle-record';
import type { Clock } from '@ve/domain/time/clock';
import type { LimitVendor } from '@ve/providers/http/vendor-limiter';
import type { WorkersConfig } from './config.ts';

const noLimit: DailyBudget = { calls: null, pence: null, pencePerCall: 0 };

/** The daily budget of each vendor. */
export const budgetsOf = (config: WorkersConfig): Record<SourceName, DailyBudget> => ({
  DVLA: { ...noLimit, calls: config.DVLA_CALLS_A_DAY ?? null },
  DVSA: { ...noLimit, calls: config.DVSA_CALLS_A_DAY },
  UKVD: {
    calls: config.UKVD_CALLS_A_DAY ?? null,
    pence: config.UKVD_PENCE_A_DAY ?? null,
    pencePerCall: config.UKVD_PENCE_PER_CALL,
  },
});

/** Vendors' rate limits and budgets, kept in Postgres for all workers together. */
export const limitVendors =
  ({ orm, now, budgets }: { orm: MikroORM; now: Clock; budgets: Partial<Record<string, DailyBudget>> }): LimitVendor =>
  (vendor, { ratePerSecond, burst }) => {
    // Rounded up: never faster than the vendor allows.
    const bucket = { key: `vendor:${vendor}`, capacity: burst, refillMs: Math.ceil(1_000 / ratePerSecond) };
    return {
      async takeTurn(longestWaitMs) {
        const turn = await takeToken(orm.em.fork(), { ...bucket, longestWaitMs: Math.floor(longestWaitMs) }, now());
        return turn.taken
          ? { granted: true, waitMs: turn.waitMs }
          : { granted: false, retryAfterMs: turn.retryAfterMs };
      },
      pause: (ms) => pauseBucket(orm.em.fork(), bucket, ms, now()),
      spend: () => countVendorCall(orm.em.fork(), vendor, budgets[vendor] ?? noLimit, now()),
    };
  };
