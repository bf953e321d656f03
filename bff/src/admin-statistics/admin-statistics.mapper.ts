import type { Analytics, Statistics } from '@ve/contracts/http/admin-statistics';
import type { ServiceTotals } from '@ve/data/analytics/service-totals.repository';
import type { ComparedDays } from '@ve/domain/analytics/compared-days';
import { type Counted, figuresByDay } from '@ve/domain/analytics/day-figures';
import { percentageChange } from '@ve/domain/analytics/percentage-change';
import type { IsoDate } from '@ve/domain/report/vehicle-record';

export const toStatistics = (totals: ServiceTotals, countedAt: Date): Statistics => ({
  totalUsers: totals.users,
  totalReports: totals.reports,
  totalCustomers: totals.customers,
  activeSubscriptions: totals.activeSubscriptions,
  countedAt: countedAt.toISOString(),
});

/** `newCustomers`: of today, yesterday and the same day last month. */
export const toAnalytics = (
  { today, sameDayLastMonth }: ComparedDays,
  [ofToday = 0, ofYesterday = 0, ofLastMonth = 0]: readonly number[],
  days: readonly IsoDate[],
  counted: readonly Counted[],
): Analytics => ({
  date: today,
  sameDayLastMonth,
  newCustomersToday: ofToday,
  newCustomersYesterday: ofYesterday,
  newCustomersSameDayLastMonth: ofLastMonth,
  percentageChange: percentageChange(ofToday, ofLastMonth),
  days: figuresByDay(days, counted),
});
