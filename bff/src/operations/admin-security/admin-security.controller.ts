import { Body, Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { AnswerOf, BodyOf } from '@ve/contracts/endpoint';
import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  readStaffSignInMethods,
  renewRecoveryCodes,
  type Security,
} from '@ve/contracts/http/identity/admin-security';
import type { Context } from '@ve/data/kernel/context';
import { Ctx } from '../../http/request-context.ts';
import { Serves } from '../../http/serves.decorator.ts';
import { OwnCredentials } from '@ve/app/identity/staff/change-own-credentials';

const change = { audience: { staff: 'admin' }, bodyLimit: 4_096, limitShare: 1 } as const;

@ApiTags('Staff sign-in')
@Controller()
export class AdminSecurityController {
  constructor(@Inject(OwnCredentials) private readonly security: OwnCredentials) {}

  @Serves(readStaffSignInMethods, {
    audience: { staff: 'admin' },
    summary: 'Returns how the signed-in member of staff signs in',
  })
  read(@Ctx() context: Context): Promise<Security> {
    return this.security.read(context);
  }

  @Serves(changePassword, {
    ...change,
    summary: 'Changes the password of the signed-in member of staff and ends their other staff sessions',
  })
  changePassword(
    @Ctx() context: Context,
    @Body() body: BodyOf<typeof changePassword>,
  ): Promise<AnswerOf<typeof changePassword>> {
    return this.security.changePassword(context, body);
  }

  @Serves(beginSecondFactor, {
    ...change,
    summary: 'Starts the replacement of the second factor of the signed-in member of staff',
  })
  begin(
    @Ctx() context: Context,
    @Body() body: BodyOf<typeof beginSecondFactor>,
  ): Promise<AnswerOf<typeof beginSecondFactor>> {
    return this.security.beginSecondFactor(context, body);
  }

  @Serves(confirmSecondFactor, { ...change, summary: 'Replaces the second factor with the proposed one' })
  confirm(
    @Ctx() context: Context,
    @Body() { code }: BodyOf<typeof confirmSecondFactor>,
  ): Promise<AnswerOf<typeof confirmSecondFactor>> {
    return this.security.confirmSecondFactor(context, code);
  }

  @Serves(renewRecoveryCodes, { ...change, summary: 'Replaces the recovery codes of the signed-in member of staff' })
  renewCodes(
    @Ctx() context: Context,
    @Body() body: BodyOf<typeof renewRecoveryCodes>,
  ): Promise<AnswerOf<typeof renewRecoveryCodes>> {
    return this.security.renewRecoveryCodes(context, body);
  }
}
