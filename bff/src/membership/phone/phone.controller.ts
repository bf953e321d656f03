import { Body, Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PhoneNumberService } from '@ve/app/membership/phone/confirm-phone';
import type { EndpointAnswerBody, ParsedRequestBody } from '@ve/contracts/endpoint';
import {
  confirmPhoneEndpoint,
  readPhoneCodeStateEndpoint,
  savePhoneEndpoint,
  sendPhoneCodeEndpoint,
} from '@ve/contracts/http/membership/phone';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { userIdOfActor } from '../../http/user-id.ts';

@ApiTags('Reminders')
@Controller()
export class MemberPhoneNumberController {
  constructor(@Inject(PhoneNumberService) private readonly phones: PhoneNumberService) {}

  @ServesEndpoint(savePhoneEndpoint, {
    audience: 'customer',
    bodyLimit: 1_024,
    limitShare: 0.5,
    summary: 'Saves the phone number for text messages',
    description:
      'Accepts UK mobile numbers. A changed number has to be confirmed with a code before any text is sent to it.',
  })
  save(
    @CurrentContext() context: Context,
    @Body() { phone }: ParsedRequestBody<typeof savePhoneEndpoint>,
  ): Promise<EndpointAnswerBody<typeof savePhoneEndpoint>> {
    return this.phones.save(context, { userId: userIdOfActor(context), phone });
  }

  @ServesEndpoint(readPhoneCodeStateEndpoint, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Returns the status of the confirmation code',
    description:
      'Whether the network accepted the text, until when the code is valid, and when another one may be requested.',
  })
  codeState(@CurrentContext() context: Context): Promise<EndpointAnswerBody<typeof readPhoneCodeStateEndpoint>> {
    return this.phones.codeState(context, userIdOfActor(context));
  }

  @ServesEndpoint(sendPhoneCodeEndpoint, {
    audience: 'customer',
    bodyLimit: 1_024,
    limitShare: 0.5,
    summary: 'Sends a confirmation code to the phone number',
    description:
      'The code has six digits and is valid for ten minutes. Limited to three codes a day per number and per ' +
      'account; texts that the network did not accept do not count.',
  })
  sendCode(@CurrentContext() context: Context): Promise<EndpointAnswerBody<typeof sendPhoneCodeEndpoint>> {
    return this.phones.sendCode(context, userIdOfActor(context));
  }

  @ServesEndpoint(confirmPhoneEndpoint, {
    audience: 'customer',
    bodyLimit: 1_024,
    limitShare: 0.5,
    summary: 'Confirms the phone number with its code',
    description: 'A code works once, and is invalid after five wrong attempts.',
  })
  confirm(
    @CurrentContext() context: Context,
    @Body() { code }: ParsedRequestBody<typeof confirmPhoneEndpoint>,
  ): Promise<EndpointAnswerBody<typeof confirmPhoneEndpoint>> {
    return this.phones.confirm(context, { userId: userIdOfActor(context), code });
  }
}
