import { Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ParsedPathParams, ParsedRequestQuery } from '@ve/contracts/endpoint';
import {
  listReportsOfAllCustomersEndpoint,
  readReportForStaffEndpoint,
  type ReportListPage,
  type ReportForStaff,
} from '@ve/contracts/http/operations/admin-reports';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { pageQueryDescriptions } from '../../platform/list-page.ts';
import { listReportsOfAllCustomers, readReportForStaff } from './read-reports.ts';

@ApiTags('Staff: reports')
@Controller()
export class AdminReportsController {
  @ServesEndpoint(listReportsOfAllCustomersEndpoint, {
    audience: { staff: 'admin' },
    limitShare: 1,
    summary: 'Lists the reports of all customers, newest first',
    description: 'Each read is recorded in the audit log, with the ids of the reports.',
    parameters: pageQueryDescriptions,
  })
  list(
    @CurrentContext() context: Context,
    @Query() query: ParsedRequestQuery<typeof listReportsOfAllCustomersEndpoint>,
  ): Promise<ReportListPage> {
    return listReportsOfAllCustomers(context, query);
  }

  @ServesEndpoint(readReportForStaffEndpoint, {
    audience: { staff: 'admin' },
    limitShare: 1,
    summary: 'Returns a saved report',
    description: 'Each read is recorded in the audit log.',
    parameters: { id: 'The id of the report, from the list' },
  })
  read(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof readReportForStaffEndpoint>,
  ): Promise<ReportForStaff> {
    return readReportForStaff(context, id);
  }
}
