import { Body, Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { AnswerOf, BodyOf } from '@ve/contracts/endpoint';
import { confirmPhone, readPhoneCode, savePhone, sendPhoneCode } from '@ve/contracts/http/membership/phone';
import type { Context } from '@ve/data/kernel/context';
import { Ctx } from '../../http/request-context.ts';
import { Serves } from '../../http/serves.ts';
import { userIdOf } from '../../http/user-id.ts';
import { PhoneService } from './phone.service.ts';

@ApiTags('Reminders')
@Controller()
export class PhoneController {
  constructor(@Inject(PhoneService) private readonly phones: PhoneService) {}

  @Serves(savePhone, {
    audience: 'customer',
    bodyLimit: 1_024,
    limitShare: 0.5,
    summary: 'Store the number that texts go to',
    description:
      'A UK mobile number. Another one than before has to be confirmed by a code before any text goes to it.',
  })
  save(@Ctx() context: Context, @Body() { phone }: BodyOf<typeof savePhone>): Promise<AnswerOf<typeof savePhone>> {
    return this.phones.save(context, userIdOf(context), phone);
  }

  @Serves(readPhoneCode, {
    audience: 'customer',
    limitShare: 1,
    summary: 'What became of the code',
    description: 'Whether the network took its text, until when it works, and when another may be asked for.',
  })
  codeState(@Ctx() context: Context): Promise<AnswerOf<typeof readPhoneCode>> {
    return this.phones.codeState(context, userIdOf(context));
  }

  @Serves(sendPhoneCode, {
    audience: 'customer',
    bodyLimit: 1_024,
    limitShare: 0.5,
    summary: 'Send a code to the number',
    description:
      'Six digits that work for ten minutes. At most three a day for a number and for an account, of those that the network took.',
  })
  sendCode(@Ctx() context: Context): Promise<AnswerOf<typeof sendPhoneCode>> {
    return this.phones.sendCode(context, userIdOf(context));
  }

  @Serves(confirmPhone, {
    audience: 'customer',
    bodyLimit: 1_024,
    limitShare: 0.5,
    summary: 'Confirm the number by its code',
    description: 'A code works once, and no more after five wrong ones.',
  })
  confirm(
    @Ctx() context: Context,
    @Body() { code }: BodyOf<typeof confirmPhone>,
  ): Promise<AnswerOf<typeof confirmPhone>> {
    return this.phones.confirm(context, userIdOf(context), code);
  }
}
