import type { WorkersConfig } from '../config.ts';
import type { CheckNeeds } from '../check-sources.ts';
import { createPaidLooks } from './look-paid.ts';
import { createPlacesLooks } from './look-places.ts';
import { createRegisterLooks } from './look-registers.ts';
import type { Looks } from './looks.ts';

/** The look of every aspect, at the intervals and within the budgets that are configured. */
export const createLooks = (config: WorkersConfig, needs: CheckNeeds): Looks => ({
  ...createRegisterLooks(needs.sources, config.WATCH_SPECIFICATION_DAYS),
  ...createPlacesLooks(),
  ...createPaidLooks(needs, {
    valueDays: config.WATCH_VALUE_DAYS,
    financeDays: config.WATCH_FINANCE_DAYS,
    valueBudget: {
      calls: null,
      pence: config.WATCH_VALUE_PENCE_A_DAY,
      pencePerCall: config.VALUATION_PENCE_PER_CALL,
    },
    financeBudget: { calls: null, pence: config.WATCH_FINANCE_PENCE_A_DAY, pencePerCall: config.VDI_PENCE_PER_CALL },
  }),
});
