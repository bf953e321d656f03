import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { requeueMail, requeueText } from '@ve/app/operations/requeue';
import type { ParsedRequestBody, ParsedPathParams, ParsedRequestQuery } from '@ve/contracts/endpoint';
import {
  listUnsentMailsEndpoint,
  type MailResendAnswer,
  resendMailEndpoint,
  type UnsentMailPage,
} from '@ve/contracts/http/operations/admin-mails';
import {
  type FailedTextPage,
  listFailedTextsEndpoint,
  resendTextEndpoint,
  type TextResendAnswer,
} from '@ve/contracts/http/operations/admin-texts';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { pageQueryDescriptions } from '../../platform/list-page.ts';
import { listUnsentMails, listFailedTexts } from './list-unsent-messages.ts';

const rules = { audience: { staff: 'admin' }, limitShare: 1 } as const;

@ApiTags('Staff: records')
@Controller()
export class AdminUnsentMessagesController {
  @ServesEndpoint(listUnsentMailsEndpoint, {
    ...rules,
    summary: 'Lists e-mails that were not sent, newest first',
    description: 'Each read is recorded in the audit log, with the ids of the e-mails shown.',
    parameters: {
      ...pageQueryDescriptions,
      state: 'Failed (the default), waiting for more than five minutes, or skipped',
      newsletter: 'Only those of the newsletter with this id to its subscribers',
    },
  })
  list(
    @CurrentContext() context: Context,
    @Query() query: ParsedRequestQuery<typeof listUnsentMailsEndpoint>,
  ): Promise<UnsentMailPage> {
    return listUnsentMails(context, query);
  }

  @ServesEndpoint(listFailedTextsEndpoint, {
    ...rules,
    summary: 'Lists texts that failed, newest first',
    description: 'Each read is recorded in the audit log, with the ids of the texts shown.',
    parameters: pageQueryDescriptions,
  })
  listTexts(
    @CurrentContext() context: Context,
    @Query() query: ParsedRequestQuery<typeof listFailedTextsEndpoint>,
  ): Promise<FailedTextPage> {
    return listFailedTexts(context, query);
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(resendMailEndpoint, {
    ...rules,
    bodyLimit: 4_096,
    summary: 'Resends an e-mail that failed',
    parameters: { id: 'The id of the e-mail, from the list' },
  })
  async resend(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof resendMailEndpoint>,
    @Body() { reason }: ParsedRequestBody<typeof resendMailEndpoint>,
  ): Promise<{ outcome: MailResendAnswer }> {
    return { outcome: await requeueMail(context, { id, reason }) };
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(resendTextEndpoint, {
    ...rules,
    bodyLimit: 4_096,
    summary: 'Resends a text that failed',
    parameters: { id: 'The id of the text, from the list' },
  })
  async resendText(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof resendTextEndpoint>,
    @Body() { reason }: ParsedRequestBody<typeof resendTextEndpoint>,
  ): Promise<{ outcome: TextResendAnswer }> {
    return { outcome: await requeueText(context, { id, reason }) };
  }
}
