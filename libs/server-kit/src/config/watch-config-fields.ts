import { maxFinanceCheckIntervalDays } from '@ve/domain/monitoring/alerts/check-intervals';
import * as z from 'zod';

const days = (max: number, otherwise: number) => z.coerce.number().int().min(0).max(max).default(otherwise);

/**
 * Days between two paid checks of a member's car, for the workers that run them and the BFF, whose dashboard lists
 * them.
 */
export const watchConfigFields = () => ({
  WATCH_SPECIFICATION_DAYS: days(366, 30).describe(
    'Days between two checks of a member’s car for keepers and plates; 0: never, which production refuses',
  ),
  WATCH_VALUE_DAYS: days(366, 30).describe(
    'Days between two checks of a member’s car for its value; 0: never; production refuses that and more than 31',
  ),
  WATCH_FINANCE_DAYS: days(maxFinanceCheckIntervalDays, maxFinanceCheckIntervalDays).describe(
    'Days between two checks of a member’s car for finance; 0: never, which production refuses',
  ),
});
