import { Body, Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { AnswerOf, BodyOf } from '@ve/contracts/endpoint';
import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  readStaffSignInMethods,
  renewRecoveryCodes,
  type StaffSignInMethods,
} from '@ve/contracts/http/identity/admin-security';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { OwnCredentialsService } from '@ve/app/identity/staff/change-own-credentials';

const change = { audience: { staff: 'admin' }, bodyLimit: 4_096, limitShare: 1 } as const;

@ApiTags('Staff sign-in')
@Controller()
export class AdminSecurityController {
  constructor(@Inject(OwnCredentialsService) private readonly security: OwnCredentialsService) {}

  @ServesEndpoint(readStaffSignInMethods, {
    audience: { staff: 'admin' },
    summary: 'Returns how the signed-in member of staff signs in',
  })
  read(@CurrentContext() context: Context): Promise<StaffSignInMethods> {
    return this.security.read(context);
  }

  @ServesEndpoint(changePassword, {
    ...change,
    summary: 'Changes the password of the signed-in member of staff and ends their other staff sessions',
  })
  changePassword(
    @CurrentContext() context: Context,
    @Body() body: BodyOf<typeof changePassword>,
  ): Promise<AnswerOf<typeof changePassword>> {
    return this.security.changePassword(context, body);
  }

  @ServesEndpoint(beginSecondFactor, {
    ...change,
    summary: 'Starts the replacement of the second factor of the signed-in member of staff',
  })
  begin(
    @CurrentContext() context: Context,
    @Body() body: BodyOf<typeof beginSecondFactor>,
  ): Promise<AnswerOf<typeof beginSecondFactor>> {
    return this.security.beginSecondFactor(context, body);
  }

  @ServesEndpoint(confirmSecondFactor, { ...change, summary: 'Replaces the second factor with the proposed one' })
  confirm(
    @CurrentContext() context: Context,
    @Body() { code }: BodyOf<typeof confirmSecondFactor>,
  ): Promise<AnswerOf<typeof confirmSecondFactor>> {
    return this.security.confirmSecondFactor(context, code);
  }

  @ServesEndpoint(renewRecoveryCodes, {
    ...change,
    summary: 'Replaces the recovery codes of the signed-in member of staff',
  })
  renewCodes(
    @CurrentContext() context: Context,
    @Body() body: BodyOf<typeof renewRecoveryCodes>,
  ): Promise<AnswerOf<typeof renewRecoveryCodes>> {
    return this.security.renewRecoveryCodes(context, body);
  }
}
