import { Body, Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { EndpointAnswerBody, ParsedRequestBody, ParsedPathParams } from '@ve/contracts/endpoint';
import {
  createReportShareEndpoint,
  endReportShareEndpoint,
  listReportSharesEndpoint,
  type NewReportShare,
  readSharedReportEndpoint,
  type SharedReportAnswer,
} from '@ve/contracts/http/report/report-shares';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { userIdOfActor } from '../../http/user-id.ts';
import { ReportSharesService } from './report-shares.service.ts';

const parameters = { registration: 'The registration as entered' };

@ApiTags('Reports')
@Controller()
export class ReportSharesController {
  constructor(@Inject(ReportSharesService) private readonly shares: ReportSharesService) {}

  @ServesEndpoint(listReportSharesEndpoint, {
    audience: 'customer',
    limitShare: 2,
    summary: 'Lists the working links to the customer’s report',
    parameters,
  })
  list(
    @CurrentContext() context: Context,
    @Param() { registration }: ParsedPathParams<typeof listReportSharesEndpoint>,
  ): Promise<EndpointAnswerBody<typeof listReportSharesEndpoint>> {
    return this.shares.list(context, userIdOfActor(context), registration);
  }

  @ServesEndpoint(createReportShareEndpoint, {
    audience: 'customer',
    bodyLimit: 1_024,
    limitShare: 0.5,
    summary: 'Creates a link to the report',
    description:
      'Limited to five working links per report, and to twenty new links per account in 24 hours. The URL is only ' +
      'in this response: the service stores a hash of its token.',
    parameters,
  })
  add(
    @CurrentContext() context: Context,
    @Param() { registration }: ParsedPathParams<typeof createReportShareEndpoint>,
    @Body() share: NewReportShare,
  ): Promise<EndpointAnswerBody<typeof createReportShareEndpoint>> {
    return this.shares.add(context, { userId: userIdOfActor(context), registration, share });
  }

  @ServesEndpoint(endReportShareEndpoint, {
    audience: 'customer',
    bodyLimit: 1_024,
    limitShare: 1,
    summary: 'Revokes a link',
    parameters: { id: 'The `id` of the link' },
  })
  end(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof endReportShareEndpoint>,
  ): Promise<void> {
    return this.shares.end(context, userIdOfActor(context), id);
  }

  @ServesEndpoint(readSharedReportEndpoint, {
    audience: 'visitor',
    bodyLimit: 1_024,
    limitShare: 0.5,
    summary: 'Returns a shared report',
    description:
      'The saved report in its current state, without VIN, engine number and agreement numbers. Each read is ' +
      'counted for the owner of the report. The token of a revoked or expired link returns that state; any other ' +
      'token returns `unknown`.',
  })
  read(
    @CurrentContext() context: Context,
    @Body() { token }: ParsedRequestBody<typeof readSharedReportEndpoint>,
  ): Promise<SharedReportAnswer> {
    return this.shares.read(context, token);
  }
}
