import type { MikroORM } from '@mikro-orm/postgresql';
import { createVendorLimiterFactory } from '@ve/data/jobs/limit/vendor-limiter-factory';
import type { Clock } from '@ve/domain/kernel/time/clock';
import type { AdapterOptions, VendorCallReport } from '@ve/providers/http/adapter-options';
import type { Logger } from '@ve/server-kit/log/logger';
import type { VendorCallCounter } from '@ve/server-kit/vendors/vendor-counts';
import { registerVendorCallMetrics } from '@ve/server-kit/vendors/vendor-metrics';
import { createFailedVendorCallLogger } from '@ve/server-kit/vendors/vendor-warnings';
import type { Registry } from 'prom-client';
import type { WorkersConfig } from '../config.ts';
import { type VendorDailyBudget, unlimitedVendorDailyBudget } from '@ve/data/jobs/limit/vendor-daily-usage.repository';
import type { UkvdProduct } from '@ve/providers/ukvd-client';

export interface VendorAdapterDeps {
  orm: MikroORM;
  registry: Registry;
  logger: Logger;
  now: Clock;
  counting: Pick<VendorCallCounter, 'count'>;
}

/**
 * Common dependencies of all vendor adapters: limits and budgets in Postgres, metrics, counts, and a log of failed
 * calls.
 */
export const vendorAdapterOptions = (
  config: WorkersConfig,
  { orm, registry, logger, now, counting }: VendorAdapterDeps,
): AdapterOptions => {
  const measure = registerVendorCallMetrics(registry);
  const warn = createFailedVendorCallLogger(logger, now);
  return {
    onCall: (report: VendorCallReport): void => {
      measure(report);
      warn(report);
      counting.count(report);
    },
    createVendorLimiter: createVendorLimiterFactory({ em: () => orm.em.fork(), now, budgets: vendorBudgetsOf(config) }),
  };
};

/**
 * The daily budget of each source and of each separately priced product: visitors' look-ups never spend the budget of
 * members' checks.
 */
export const vendorBudgetsOf = (
  config: WorkersConfig,
): Record<'DVLA' | 'DVSA' | 'UKVD' | UkvdProduct, VendorDailyBudget> => ({
  DVLA: { ...unlimitedVendorDailyBudget, calls: config.DVLA_CALLS_A_DAY ?? null },
  DVSA: { ...unlimitedVendorDailyBudget, calls: config.DVSA_CALLS_A_DAY },
  UKVD: {
    calls: config.UKVD_CALLS_A_DAY ?? null,
    pence: config.UKVD_PENCE_A_DAY ?? null,
    pencePerCall: config.UKVD_PENCE_PER_CALL,
  },
  'UKVD VdiCheckFull': { calls: null, pence: config.VDI_PENCE_A_DAY, pencePerCall: config.VDI_PENCE_PER_CALL },
  'UKVD ValuationData': {
    calls: null,
    pence: config.VALUATION_PENCE_A_DAY,
    pencePerCall: config.VALUATION_PENCE_PER_CALL,
  },
  'UKVD VehicleImageData': {
    calls: null,
    pence: config.PICTURE_PENCE_A_DAY,
    pencePerCall: config.PICTURE_PENCE_PER_CALL,
  },
});
