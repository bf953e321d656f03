import { Body, Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ParsedRequestBody } from '@ve/contracts/endpoint';
import {
  type EmailChangeAnswer,
  type Profile,
  readProfileEndpoint,
  requestEmailChangeEndpoint,
  saveProfileEndpoint,
  withdrawEmailChangeEndpoint,
} from '@ve/contracts/http/privacy/profile';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { userIdOfActor } from '../../http/user-id.ts';
import { EmailChangeService } from '@ve/app/privacy/email-change-service';
import { correctProfile, readProfile } from '@ve/app/privacy/profile';
import { endPendingEmailChanges } from '@ve/data/identity/email-change/email-change.repository';

const rules = { audience: 'customer', limitShare: 1 } as const;

@ApiTags('My data')
@Controller()
export class ProfileController {
  constructor(@Inject(EmailChangeService) private readonly changes: EmailChangeService) {}

  @ServesEndpoint(readProfileEndpoint, {
    ...rules,
    summary: 'Returns the name, addresses and phone number of the signed-in user',
  })
  read(@CurrentContext() context: Context): Promise<Profile> {
    return readProfile(context, { userId: userIdOfActor(context) });
  }

  @ServesEndpoint(saveProfileEndpoint, {
    ...rules,
    bodyLimit: 8_192,
    summary: 'Updates the name, address and phone number',
    description: 'An empty address, postcode or phone number is deleted.',
  })
  save(
    @CurrentContext() context: Context,
    @Body() form: ParsedRequestBody<typeof saveProfileEndpoint>,
  ): Promise<Profile> {
    return correctProfile(context, { userId: userIdOfActor(context), form });
  }

  @ServesEndpoint(requestEmailChangeEndpoint, {
    ...rules,
    bodyLimit: 4_096,
    summary: 'Requests an e-mail address change',
    description:
      'A link is sent to both addresses; the change takes effect once both have confirmed it. The response is the ' +
      'same for an address that has an account. Limited by user and by new address.',
  })
  request(
    @CurrentContext() context: Context,
    @Body() { email }: ParsedRequestBody<typeof requestEmailChangeEndpoint>,
  ): Promise<EmailChangeAnswer> {
    return this.changes.request(context, { userId: userIdOfActor(context), email });
  }

  @ServesEndpoint(withdrawEmailChangeEndpoint, { ...rules, summary: 'Withdraws an e-mail address change' })
  withdraw(@CurrentContext() context: Context): Promise<void> {
    return endPendingEmailChanges(context.em, userIdOfActor(context), context.now());
  }
}
