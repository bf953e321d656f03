import { Body, Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ParsedRequestBody } from '@ve/contracts/endpoint';
import {
  confirmEmailChangeEndpoint,
  type EmailChangeConfirmed,
  type EmailChangeLink,
  type EmailChangeStopped,
  readEmailChangeLinkEndpoint,
  stopEmailChangeEndpoint,
} from '@ve/contracts/http/privacy/profile';
import type { Context } from '@ve/data/kernel/context';
import type { SessionRow } from '@ve/data/identity/session/session.repository';
import { CurrentContext, CurrentSession } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { EmailChangeService } from '@ve/app/privacy/email-change-service';

const rules = { audience: 'visitor', bodyLimit: 4_096, limitShare: 1 } as const;

type Token = ParsedRequestBody<typeof readEmailChangeLinkEndpoint>;

@ApiTags('My data')
@Controller()
export class EmailChangeController {
  constructor(@Inject(EmailChangeService) private readonly changes: EmailChangeService) {}

  @ServesEndpoint(readEmailChangeLinkEndpoint, {
    ...rules,
    summary: 'Returns what the link of an e-mail address change is for, without confirming it',
  })
  read(@CurrentContext() context: Context, @Body() link: Token): Promise<EmailChangeLink> {
    return this.changes.read(context, link);
  }

  @ServesEndpoint(confirmEmailChangeEndpoint, {
    ...rules,
    recognises: true,
    summary: 'Confirms an e-mail address change',
    description:
      'The change takes effect once both addresses have confirmed it. Every other browser is then signed out.',
  })
  confirm(
    @CurrentContext() context: Context,
    @Body() { token }: Token,
    @CurrentSession() session: SessionRow | null,
  ): Promise<EmailChangeConfirmed> {
    return this.changes.confirm(context, { token, session });
  }

  @ServesEndpoint(stopEmailChangeEndpoint, {
    ...rules,
    summary: 'Stops an e-mail address change that the user did not request',
    description: 'With the link sent to the account’s current address, every browser is signed out too.',
  })
  stop(@CurrentContext() context: Context, @Body() link: Token): Promise<EmailChangeStopped> {
    return this.changes.stop(context, link);
  }
}
