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
import { Ctx } from '../../http/request-context.ts';
import { Serves } from '../../http/serves.decorator.ts';
import { toAnalytics, toStatistics } from './admin-statistics.mapper.ts';

@ApiTags('Staff statistics')
@Controller()
export class AdminStatisticsController {
  @Serves(readStatistics, {
    audience: { staff: 'admin' },
    limitShare: 1,
    summary: 'Returns the totals of the dashboard',
  })
  async statistics(@Ctx() { em, now }: Context): Promise<Statistics> {
    return toStatistics(await countServiceTotals(em, now()));
  }

  @Serves(readAnalytics, {
    audience: { staff: 'admin' },
    limitShare: 1,
    summary: 'Returns new customers and daily figures, by calendar day in Europe/London',
    parameters: { days: 'The number of days, including today' },
  })
  async analytics(@Ctx() { em, now }: Context, @Query() query: QueryOf<typeof readAnalytics>): Promise<Analytics> {
    const at = now();
    const compared = comparedDays(londonDate(at));
    const newCustomers = await countNewCustomers(em, [compared.today, compared.yesterday, compared.sameDayLastMonth]);
    return toAnalytics(compared, newCustomers, await readDayFigures(em, Number(query.days), at));
  }
}
