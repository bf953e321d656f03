import { Controller, Inject, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { reportPageErrorEndpoint } from '@ve/contracts/http/jobs/error-logs';
import type { Context } from '@ve/data/kernel/context';
import type { FastifyRequest } from 'fastify';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { PageErrorReportsService } from './error-logs.service.ts';

@ApiTags('Error logs')
@Controller()
export class PageErrorReportsController {
  constructor(@Inject(PageErrorReportsService) private readonly errorLogs: PageErrorReportsService) {}

  /** The body is validated in the handler, since invalid reports are counted too. */
  @ServesEndpoint(reportPageErrorEndpoint, {
    audience: 'visitor',
    recognises: true,
    alwaysNoContent: true,
    bodyLimit: 65_536,
    limitShare: 5,
    summary: 'Reports an error of a page',
    description:
      'Always returns 204. Invalid reports are dropped, and so are reports beyond ten a minute from one client.',
  })
  take(@CurrentContext() context: Context, @Req() request: FastifyRequest): Promise<void> {
    return this.errorLogs.take(context, request);
  }
}
