import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { requeueMail, requeueText } from '@ve/app/operations/requeue-message';
import type { BodyOf, ParamsOf, QueryOf } from '@ve/contracts/endpoint';
import {
  listUnsentMails,
  type MailOutcome,
  resendMail,
  type UnsentMailPage,
} from '@ve/contracts/http/operations/admin-mails';
import {
  type FailedTextPage,
  listFailedTexts,
  resendText,
  type TextOutcome,
} from '@ve/contracts/http/operations/admin-texts';
import type { Context } from '@ve/data/kernel/context';
import { Ctx } from '../../http/request-context.ts';
import { Serves } from '../../http/serves.ts';
import { pageParameters } from '../../platform/list-page.ts';
import { AdminMailsService } from './admin-mails.service.ts';

const rules = { audience: { staff: 'admin' }, limitShare: 1 } as const;

@ApiTags('Staff: records')
@Controller()
export class AdminMailsController {
  constructor(@Inject(AdminMailsService) private readonly mails: AdminMailsService) {}

  @Serves(listUnsentMails, {
    ...rules,
    summary: 'Mails that were not sent, newest first',
    description: 'Each read stands in the audit log, with the ids of the mails that were shown.',
    parameters: {
      ...pageParameters,
      state: 'Those that failed (if not said), wait for more than five minutes, or were left out',
    },
  })
  list(@Ctx() context: Context, @Query() query: QueryOf<typeof listUnsentMails>): Promise<UnsentMailPage> {
    return this.mails.list(context, query);
  }

  @Serves(listFailedTexts, {
    ...rules,
    summary: 'Texts that failed, the last one first',
    description: 'Each read stands in the audit log, with the ids of the texts that were shown.',
    parameters: pageParameters,
  })
  listTexts(@Ctx() context: Context, @Query() query: QueryOf<typeof listFailedTexts>): Promise<FailedTextPage> {
    return this.mails.listTexts(context, query);
  }

  /** @throws ProblemError `not-found` */
  @Serves(resendMail, {
    ...rules,
    bodyLimit: 4_096,
    summary: 'Have a mail sent that could not be',
    parameters: { id: 'The mail, as the list names it' },
  })
  async resend(
    @Ctx() context: Context,
    @Param() { id }: ParamsOf<typeof resendMail>,
    @Body() { reason }: BodyOf<typeof resendMail>,
  ): Promise<{ outcome: MailOutcome }> {
    return { outcome: await requeueMail(context, { id, reason }) };
  }

  /** @throws ProblemError `not-found` */
  @Serves(resendText, {
    ...rules,
    bodyLimit: 4_096,
    summary: 'Have a text sent that failed',
    parameters: { id: 'The text, as the list names it' },
  })
  async resendText(
    @Ctx() context: Context,
    @Param() { id }: ParamsOf<typeof resendText>,
    @Body() { reason }: BodyOf<typeof resendText>,
  ): Promise<{ outcome: TextOutcome }> {
    return { outcome: await requeueText(context, { id, reason }) };
  }
}
