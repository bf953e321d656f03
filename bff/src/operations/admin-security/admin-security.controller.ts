import { Body, Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { EndpointAnswerBody, ParsedRequestBody } from '@ve/contracts/endpoint';
import {
  beginStaffSecondFactorChangeEndpoint,
  changeStaffPasswordEndpoint,
  confirmStaffSecondFactorChangeEndpoint,
  readStaffSignInMethodsEndpoint,
  renewRecoveryCodesEndpoint,
  type StaffSignInMethods,
} from '@ve/contracts/http/identity/admin-security';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { OwnCredentialsService } from '@ve/app/identity/staff/change-own-credentials';

const change = { audience: { staff: 'admin' }, bodyLimit: 4_096, limitShare: 1 } as const;

@ApiTags('Staff sign-in')
@Controller()
export class StaffSignInMethodsController {
  constructor(@Inject(OwnCredentialsService) private readonly security: OwnCredentialsService) {}

  @ServesEndpoint(readStaffSignInMethodsEndpoint, {
    audience: { staff: 'admin' },
    summary: 'Returns how the signed-in member of staff signs in',
  })
  read(@CurrentContext() context: Context): Promise<StaffSignInMethods> {
    return this.security.read(context);
  }

  @ServesEndpoint(changeStaffPasswordEndpoint, {
    ...change,
    summary: 'Changes the password of the signed-in member of staff and ends their other staff sessions',
  })
  changePassword(
    @CurrentContext() context: Context,
    @Body() body: ParsedRequestBody<typeof changeStaffPasswordEndpoint>,
  ): Promise<EndpointAnswerBody<typeof changeStaffPasswordEndpoint>> {
    return this.security.changePassword(context, body);
  }

  @ServesEndpoint(beginStaffSecondFactorChangeEndpoint, {
    ...change,
    summary: 'Starts the replacement of the second factor of the signed-in member of staff',
  })
  begin(
    @CurrentContext() context: Context,
    @Body() body: ParsedRequestBody<typeof beginStaffSecondFactorChangeEndpoint>,
  ): Promise<EndpointAnswerBody<typeof beginStaffSecondFactorChangeEndpoint>> {
    return this.security.beginSecondFactor(context, body);
  }

  @ServesEndpoint(confirmStaffSecondFactorChangeEndpoint, {
    ...change,
    summary: 'Replaces the second factor with the proposed one',
  })
  confirm(
    @CurrentContext() context: Context,
    @Body() { code }: ParsedRequestBody<typeof confirmStaffSecondFactorChangeEndpoint>,
  ): Promise<EndpointAnswerBody<typeof confirmStaffSecondFactorChangeEndpoint>> {
    return this.security.confirmSecondFactor(context, code);
  }

  @ServesEndpoint(renewRecoveryCodesEndpoint, {
    ...change,
    summary: 'Replaces the recovery codes of the signed-in member of staff',
  })
  renewCodes(
    @CurrentContext() context: Context,
    @Body() body: ParsedRequestBody<typeof renewRecoveryCodesEndpoint>,
  ): Promise<EndpointAnswerBody<typeof renewRecoveryCodesEndpoint>> {
    return this.security.renewRecoveryCodes(context, body);
  }
}
