import type { Analytics, Statistics } from '@ve/contracts/http/operations/admin-statistics';
import type { ServiceTotals } from '@ve/data/operations/analytics/service-totals.repository';
import type { DayFiguresWithAge } from '@ve/data/operations/analytics/stored-day-figures.repository';
import type { ComparedDays } from '@ve/domain/operations/analytics/compared-days';
import { percentageChange } from '@ve/domain/operations/analytics/percentage-change';

export const toStatistics = (totals: ServiceTotals): Statistics => ({
  totalUsers: totals.users,
  totalReports: totals.reports,
  totalCustomers: totals.customers,
  activeSubscriptions: totals.activeSubscriptions,
  countedAt: totals.countedAt.toISOString(),
});

/** `newCustomers` is for today, yesterday and the same day last month. */
export const toAnalytics = (
  { today, sameDayLastMonth }: ComparedDays,
  [ofToday = 0, ofYesterday = 0, ofLastMonth = 0]: readonly number[],
  { days, countedAt }: DayFiguresWithAge,
): Analytics => ({
  date: today,
  sameDayLastMonth,
  newCustomersToday: ofToday,
  newCustomersYesterday: ofYesterday,
  newCustomersSameDayLastMonth: ofLastMonth,
  percentageChange: percentageChange(ofToday, ofLastMonth),
  days,
  countedAt: countedAt?.toISOString() ?? null,
});
