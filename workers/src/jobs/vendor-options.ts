import type { MikroORM } from '@mikro-orm/postgresql';
import { limitVendors } from '@ve/data/jobs/limit/limit-vendors';
import type { Clock } from '@ve/domain/kernel/time/clock';
import type { AdapterOptions, CallReport } from '@ve/providers/http/adapter-options';
import type { Logger } from '@ve/server-kit/log/logger';
import type { VendorCounting } from '@ve/server-kit/vendors/vendor-counts';
import { measureVendorCalls } from '@ve/server-kit/vendors/vendor-metrics';
import { createVendorWarnings } from '@ve/server-kit/vendors/vendor-warnings';
import type { Registry } from 'prom-client';
import type { WorkersConfig } from '../config.ts';
import { budgetsOf } from '../vendor-budgets.ts';

export interface VendorDeps {
  orm: MikroORM;
  registry: Registry;
  logger: Logger;
  now: Clock;
  counting: Pick<VendorCounting, 'count'>;
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
    onCall: (report: CallReport): void => {
      measure(report);
      warn(report);
      counting.count(report);
    },
    limitVendor: limitVendors({ em: () => orm.em.fork(), now, budgets: budgetsOf(config) }),
  };
};
