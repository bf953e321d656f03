import { Controller, Inject, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ParamsOf, QueryOf } from '@ve/contracts/endpoint';
import {
  listRecentReports,
  readStaffReport,
  type ReportPage,
  type StaffReport,
} from '@ve/contracts/http/operations/admin-reports';
import type { Context } from '@ve/data/kernel/context';
import { Ctx } from '../../http/request-context.ts';
import { Serves } from '../../http/serves.decorator.ts';
import { pageParameters } from '../../platform/list-page.ts';
import { AdminReportsService } from './admin-reports.service.ts';

@ApiTags('Staff: reports')
@Controller()
export class AdminReportsController {
  constructor(@Inject(AdminReportsService) private readonly reports: AdminReportsService) {}

  @Serves(listRecentReports, {
    audience: { staff: 'admin' },
    limitShare: 1,
    summary: 'Lists the reports of all customers, newest first',
    description: 'Each read is recorded in the audit log, with the ids of the reports.',
    parameters: pageParameters,
  })
  list(@Ctx() context: Context, @Query() query: QueryOf<typeof listRecentReports>): Promise<ReportPage> {
    return this.reports.list(context, query);
  }

  @Serves(readStaffReport, {
    audience: { staff: 'admin' },
    limitShare: 1,
    summary: 'Returns a saved report',
    description: 'Each read is recorded in the audit log.',
    parameters: { id: 'The id of the report, from the list' },
  })
  read(@Ctx() context: Context, @Param() { id }: ParamsOf<typeof readStaffReport>): Promise<StaffReport> {
    return this.reports.read(context, id);
  }
}
