import { Controller, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { requestReadyMail } from '@ve/app/report/request-ready-mail';
import type { AnswerOf, ParamsOf } from '@ve/contracts/endpoint';
import { mailWhenReady } from '@ve/contracts/http/report/reports';
import type { Context } from '@ve/data/kernel/context';
import { Ctx } from '../../http/request-context.ts';
import { Serves } from '../../http/serves.ts';
import { userIdOf } from '../../http/user-id.ts';

@ApiTags('Reports')
@Controller()
export class ReportReadyMailController {
  @Serves(mailWhenReady, {
    audience: 'customer',
    bodyLimit: 1_024,
    limitShare: 0.5,
    summary: 'Send a mail when the report is ready',
    description:
      'One mail when the sources that are being asked, and the full check if one runs, have ended, also when they gave no ' +
      'answer. At most ten in a day.',
    parameters: { registration: 'The registration, as it was typed' },
  })
  async request(
    @Ctx() context: Context,
    @Param() { registration }: ParamsOf<typeof mailWhenReady>,
  ): Promise<AnswerOf<typeof mailWhenReady>> {
    return { outcome: await requestReadyMail(context, { userId: userIdOf(context), registration }) };
  }
}
