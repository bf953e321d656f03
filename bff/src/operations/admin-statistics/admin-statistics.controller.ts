import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { QueryOf } from '@ve/contracts/endpoint';
import {
  type Analytics,
  readAnalytics,
  readStatistics,
  type Statistics,
} from '@ve/contracts/http/operations/admin-statistics';
import { countNewCustomers } from '@ve/data/operations/analytics/day-figures.repository';
import { countServiceTotals } from '@ve/data/operations/analytics/service-totals.repository';
import { readDayFigures } from '@ve/data/operations/analytics/stored-day-figures.repository';
import type { Context } from '@ve/data/kernel/context';
import { comparedDays } from '@ve/domain/operations/analytics/compared-days';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { toAnalytics, toStatistics } from './admin-statistics.mapper.ts';

@ApiTags('Staff statistics')
@Controller()
export class AdminStatisticsController {
  @ServesEndpoint(readStatistics, {
    audience: { staff: 'admin' },
    limitShare: 1,
    summary: 'Returns the totals of the dashboard',
  })
  async statistics(@CurrentContext() { em, now }: Context): Promise<Statistics> {
    return toStatistics(await countServiceTotals(em, now()));
  }

  @ServesEndpoint(readAnalytics, {
    audience: { staff: 'admin' },
    limitShare: 1,
    summary: 'Returns new customers and daily figures, by calendar day in Europe/London',
    parameters: { days: 'The number of days, including today' },
  })
  async analytics(
    @CurrentContext() { em, now }: Context,
    @Query() query: QueryOf<typeof readAnalytics>,
  ): Promise<Analytics> {
    const at = now();
    const compared = comparedDays(londonDate(at));
    const newCustomers = await countNewCustomers(em, [compared.today, compared.yesterday, compared.sameDayLastMonth]);
    return toAnalytics(compared, newCustomers, await readDayFigures(em, Number(query.days), at));
  }
}
