import { type DailyBudget, noLimit } from '@ve/data/limit/vendor-day.repository';
import type { SourceName } from '@ve/domain/report/vehicle-record';
import type { WorkersConfig } from './config.ts';

/** The daily budget of each source. */
export const budgetsOf = (config: WorkersConfig): Record<SourceName, DailyBudget> => ({
  DVLA: { ...noLimit, calls: config.DVLA_CALLS_A_DAY ?? null },
  DVSA: { ...noLimit, calls: config.DVSA_CALLS_A_DAY },
  UKVD: {
    calls: config.UKVD_CALLS_A_DAY ?? null,
    pence: config.UKVD_PENCE_A_DAY ?? null,
    pencePerCall: config.UKVD_PENCE_PER_CALL,
  },
});
