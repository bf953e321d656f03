import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { addDays, addMonths } from '../../kernel/time/london-date.ts';

export interface ComparisonDays {
  today: IsoDate;
  yesterday: IsoDate;
  sameDayLastMonth: IsoDate;
}

/**
 * The days whose new customers are compared (specification section 2). If the previous month is shorter and lacks the
 * day, its last day is used: on 31 March it is 28 or 29 February.
 */
export const comparisonDaysOf = (today: IsoDate): ComparisonDays => ({
  today,
  yesterday: addDays(today, -1),
  sameDayLastMonth: addMonths(today, -1),
});
