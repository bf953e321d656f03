import type { MikroORM } from '@mikro-orm/postgresql';
import { createVendorLimiterFactory } from '@ve/data/jobs/limit/vendor-limiter-factory';
import type { Clock } from '@ve/domain/kernel/time/clock';
import type { AdapterOptions, VendorCallReport } from '@ve/providers/http/adapter-options';
import type { Logger } from '@ve/server-kit/log/logger';
import type { VendorCallCounter } from '@ve/server-kit/vendors/vendor-counts';
import { measureVendorCalls } from '@ve/server-kit/vendors/vendor-metrics';
import { createVendorWarnings } from '@ve/server-kit/vendors/vendor-warnings';
import type { Registry } from 'prom-client';
import type { WorkersConfig } from '../config.ts';
import { vendorBudgetsOf } from '../vendor-budgets.ts';

export interface VendorDeps {
  orm: MikroORM;
  registry: Registry;
  logger: Logger;
  now: Clock;
  counting: Pick<VendorCallCounter, 'count'>;
}

/**
 * Common dependencies of all vendor adapters: limits and budgets in Postgres, metrics, counts, and a log of failed calls.
 */
export const vendorOptions = (
  config: WorkersConfig,
  { orm, registry, logger, now, counting }: VendorDeps,
): AdapterOptions => {
  const measure = measureVendorCalls(registry);
  const warn = createVendorWarnings(logger, now);
  return {
    onCall: (report: VendorCallReport): void => {
      measure(report);
      warn(report);
      counting.count(report);
    },
    createVendorLimiter: createVendorLimiterFactory({ em: () => orm.em.fork(), now, budgets: vendorBudgetsOf(config) }),
  };
};
