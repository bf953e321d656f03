import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { AnswerOf, ParamsOf } from '@ve/contracts/endpoint';
import { readReport, type SavedReport, saveReport } from '@ve/contracts/http/report/reports';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { userIdOf } from '../../http/user-id.ts';
import { ReportService } from './report.service.ts';

const parameters = { registration: 'The registration as entered' };

@ApiTags('Reports')
@Controller()
export class ReportController {
  constructor(@Inject(ReportService) private readonly reports: ReportService) {}

  @ServesEndpoint(readReport, {
    audience: 'customer',
    limitShare: 2,
    summary: 'Returns the customer’s report on a vehicle',
    parameters,
  })
  read(
    @CurrentContext() context: Context,
    @Param() { registration }: ParamsOf<typeof readReport>,
  ): Promise<SavedReport> {
    return this.reports.read(context, userIdOf(context), registration);
  }

  @ServesEndpoint(saveReport, {
    audience: 'customer',
    bodyLimit: 1_024,
    limitShare: 1,
    summary: 'Saves the report on a vehicle',
    description:
      'Made from the stored record of the vehicle. An existing report is kept, and missing data is added. An ' +
      'account that saves too many new reports in a day receives `none`, and nothing is saved.',
    parameters,
  })
  save(
    @CurrentContext() context: Context,
    @Param() { registration }: ParamsOf<typeof saveReport>,
  ): Promise<AnswerOf<typeof saveReport>> {
    return this.reports.save(context, userIdOf(context), registration);
  }
}
