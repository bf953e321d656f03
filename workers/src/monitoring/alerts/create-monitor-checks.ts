import type { WorkersConfig } from '../../config.ts';
import type { FullCheckDeps } from '@ve/app/vehicle/vehicle-data-sources';
import { createPaidMonitorChecks } from '@ve/app/monitoring/alerts/paid-checks';
import { createImportedDataMonitorChecks } from '@ve/app/monitoring/alerts/places-checks';
import { createRegisterMonitorChecks } from '@ve/app/monitoring/alerts/register-checks';
import type { MonitorChecksByAspect } from '@ve/app/monitoring/alerts/monitor-check';

/** Creates the monitor check of every aspect, with the configured intervals and budgets. */
export const createMonitorChecks = (config: WorkersConfig, needs: FullCheckDeps): MonitorChecksByAspect => ({
  ...createRegisterMonitorChecks(needs.sources),
  ...createImportedDataMonitorChecks(),
  ...createPaidMonitorChecks(needs, {
    specificationDays: config.WATCH_SPECIFICATION_DAYS,
    valueDays: config.WATCH_VALUE_DAYS,
    financeDays: config.WATCH_FINANCE_DAYS,
    specificationBudget: {
      calls: null,
      pence: config.WATCH_SPECIFICATION_PENCE_A_DAY,
      pencePerCall: config.WATCH_SPECIFICATION_PENCE_PER_CALL,
    },
    valueBudget: {
      calls: null,
      pence: config.WATCH_VALUE_PENCE_A_DAY,
      pencePerCall: config.VALUATION_PENCE_PER_CALL,
    },
    financeBudget: { calls: null, pence: config.WATCH_FINANCE_PENCE_A_DAY, pencePerCall: config.VDI_PENCE_PER_CALL },
  }),
});
