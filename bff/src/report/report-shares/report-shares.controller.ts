import { Body, Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { AnswerOf, BodyOf, ParamsOf } from '@ve/contracts/endpoint';
import {
  addShare,
  endShare,
  listShares,
  type NewShare,
  readSharedReport,
  type SharedReportAnswer,
} from '@ve/contracts/http/report/report-shares';
import type { Context } from '@ve/data/kernel/context';
import { Ctx } from '../../http/request-context.ts';
import { Serves } from '../../http/serves.ts';
import { userIdOf } from '../../http/user-id.ts';
import { ReportSharesService } from './report-shares.service.ts';

const parameters = { registration: 'The registration, as it was typed' };

@ApiTags('Reports')
@Controller()
export class ReportSharesController {
  constructor(@Inject(ReportSharesService) private readonly shares: ReportSharesService) {}

  @Serves(listShares, {
    audience: 'customer',
    limitShare: 2,
    summary: "The working links to the customer's own report",
    parameters,
  })
  list(
    @Ctx() context: Context,
    @Param() { registration }: ParamsOf<typeof listShares>,
  ): Promise<AnswerOf<typeof listShares>> {
    return this.shares.list(context, userIdOf(context), registration);
  }

  @Serves(addShare, {
    audience: 'customer',
    bodyLimit: 1_024,
    limitShare: 0.5,
    summary: 'Make a link to the report',
    description:
      'At most five links to a report work at once, and an account makes at most twenty in 24 hours. The address is in ' +
      'this answer alone: only a hash of its token is stored.',
    parameters,
  })
  add(
    @Ctx() context: Context,
    @Param() { registration }: ParamsOf<typeof addShare>,
    @Body() share: NewShare,
  ): Promise<AnswerOf<typeof addShare>> {
    return this.shares.add(context, userIdOf(context), registration, share);
  }

  @Serves(endShare, {
    audience: 'customer',
    bodyLimit: 1_024,
    limitShare: 1,
    summary: 'Take a link back',
    parameters: { id: 'The `id` of the link' },
  })
  end(@Ctx() context: Context, @Param() { id }: ParamsOf<typeof endShare>): Promise<void> {
    return this.shares.end(context, userIdOf(context), id);
  }

  @Serves(readSharedReport, {
    audience: 'visitor',
    bodyLimit: 1_024,
    limitShare: 0.5,
    summary: 'Read a shared report',
    description:
      'The saved report as it is now, without VIN, engine number and agreement numbers. Each reading is counted for the ' +
      'owner of the report. Whoever has the token of a link that ended is told so; anything else is `unknown`.',
  })
  read(@Ctx() context: Context, @Body() { token }: BodyOf<typeof readSharedReport>): Promise<SharedReportAnswer> {
    return this.shares.read(context, token);
  }
}
