import { Controller, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { requestReportReadyMail } from '@ve/app/report/report-ready-mails';
import type { EndpointAnswerBody, ParsedPathParams } from '@ve/contracts/endpoint';
import { registerReportReadyMailEndpoint } from '@ve/contracts/http/report/reports';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { userIdOfActor } from '../../http/user-id.ts';

@ApiTags('Reports')
@Controller()
export class ReportReadyMailController {
  @ServesEndpoint(registerReportReadyMailEndpoint, {
    audience: 'customer',
    bodyLimit: 1_024,
    limitShare: 0.5,
    summary: 'Requests an e-mail when the report is ready',
    description:
      'One e-mail is sent when the pending sources, and the full check if one runs, have ended, even without an ' +
      'answer. Limited to ten a day.',
    parameters: { registration: 'The registration as entered' },
  })
  async request(
    @CurrentContext() context: Context,
    @Param() { registration }: ParsedPathParams<typeof registerReportReadyMailEndpoint>,
  ): Promise<EndpointAnswerBody<typeof registerReportReadyMailEndpoint>> {
    return { outcome: await requestReportReadyMail(context, { userId: userIdOfActor(context), registration }) };
  }
}
