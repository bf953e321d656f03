import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ParsedRequestQuery } from '@ve/contracts/endpoint';
import {
  type Analytics,
  readAnalyticsEndpoint,
  readServiceStatisticsEndpoint,
  type ServiceStatistics,
} from '@ve/contracts/http/operations/admin-statistics';
import { type DayFiguresWithAge, readDayFigures } from '@ve/app/operations/day-figures';
import { countNewCustomers } from '@ve/data/operations/analytics/day-figures.repository';
import { countServiceTotals, type ServiceTotals } from '@ve/data/operations/analytics/service-totals.repository';
import type { Context } from '@ve/data/kernel/context';
import { comparisonDaysOf, type ComparisonDays } from '@ve/domain/operations/analytics/comparison-days';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { percentageChange } from '@ve/domain/operations/analytics/percentage-change';

@ApiTags('Staff statistics')
@Controller()
export class AdminStatisticsController {
  @ServesEndpoint(readServiceStatisticsEndpoint, {
    audience: { staff: 'admin' },
    limitShare: 1,
    summary: 'Returns the totals of the dashboard',
  })
  async statistics(@CurrentContext() { em, now }: Context): Promise<ServiceStatistics> {
    return toStatistics(await countServiceTotals(em, now()));
  }

  @ServesEndpoint(readAnalyticsEndpoint, {
    audience: { staff: 'admin' },
    limitShare: 1,
    summary: 'Returns new customers and daily figures, by calendar day in Europe/London',
    parameters: { days: 'The number of days, including today' },
  })
  async analytics(
    @CurrentContext() { em, now }: Context,
    @Query() query: ParsedRequestQuery<typeof readAnalyticsEndpoint>,
  ): Promise<Analytics> {
    const at = now();
    const compared = comparisonDaysOf(londonDate(at));
    const newCustomers = await countNewCustomers(em, [compared.today, compared.yesterday, compared.sameDayLastMonth]);
    return toAnalytics(compared, newCustomers, await readDayFigures(em, Number(query.days), at));
  }
}

const toStatistics = (totals: ServiceTotals): ServiceStatistics => ({
  totalUsers: totals.users,
  totalReports: totals.reports,
  totalCustomers: totals.customers,
  activeSubscriptions: totals.activeSubscriptions,
  countedAt: totals.countedAt.toISOString(),
});

/** `newCustomers` is for today, yesterday and the same day last month. */
const toAnalytics = (
  { today, sameDayLastMonth }: ComparisonDays,
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
