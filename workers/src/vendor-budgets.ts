import { type DailyBudget, unlimitedBudget } from '@ve/data/jobs/limit/vendor-daily-usage.repository';
import type { UkvdProduct } from '@ve/providers/ukvd-client';
import type { WorkersConfig } from './config.ts';

/**
 * The daily budget of each source and of each separately priced product: visitors' look-ups never spend the budget of
 * members' checks.
 */
export const vendorBudgetsOf = (
  config: WorkersConfig,
): Record<'DVLA' | 'DVSA' | 'UKVD' | UkvdProduct, DailyBudget> => ({
  DVLA: { ...unlimitedBudget, calls: config.DVLA_CALLS_A_DAY ?? null },
  DVSA: { ...unlimitedBudget, calls: config.DVSA_CALLS_A_DAY },
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
