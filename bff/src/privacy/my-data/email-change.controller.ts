import { Body, Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { BodyOf } from '@ve/contracts/endpoint';
import {
  confirmEmailChange,
  type EmailChangeConfirmed,
  type EmailChangeLink,
  type EmailChangeStopped,
  readEmailChangeLink,
  stopEmailChange,
} from '@ve/contracts/http/privacy/profile';
import type { Context } from '@ve/data/kernel/context';
import type { SessionRow } from '@ve/data/identity/session/session.repository';
import { Ctx, CurrentSession } from '../../http/request-context.ts';
import { Serves } from '../../http/serves.ts';
import { EmailChangeService } from './email-change.service.ts';

const rules = { audience: 'visitor', bodyLimit: 4_096, limitShare: 1 } as const;

type Token = BodyOf<typeof readEmailChangeLink>;

@ApiTags('My data')
@Controller()
export class EmailChangeController {
  constructor(@Inject(EmailChangeService) private readonly changes: EmailChangeService) {}

  @Serves(readEmailChangeLink, { ...rules, summary: 'Read the link of a changed e-mail address without confirming' })
  read(@Ctx() context: Context, @Body() { token }: Token): Promise<EmailChangeLink> {
    return this.changes.read(context, token);
  }

  @Serves(confirmEmailChange, {
    ...rules,
    recognises: true,
    summary: 'Confirm a changed e-mail address',
    description: 'It counts once both addresses have confirmed it. Then every other browser is signed out.',
  })
  confirm(
    @Ctx() context: Context,
    @Body() { token }: Token,
    @CurrentSession() session: SessionRow | null,
  ): Promise<EmailChangeConfirmed> {
    return this.changes.confirm(context, token, session);
  }

  @Serves(stopEmailChange, {
    ...rules,
    summary: 'Stop the change of an e-mail address: it was somebody else',
    description: 'By the link to the account’s own address, every browser is signed out too.',
  })
  stop(@Ctx() context: Context, @Body() { token }: Token): Promise<EmailChangeStopped> {
    return this.changes.stop(context, token);
  }
}
