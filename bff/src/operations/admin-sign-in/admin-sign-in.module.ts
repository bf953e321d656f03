import { Module } from '@nestjs/common';
import { OwnCredentials } from '@ve/app/identity/staff/change-own-credentials';
import { KnownBrowsers } from '@ve/app/identity/staff/known-browsers';
import { PasswordLinks } from '@ve/app/identity/staff/set-staff-password';
import { StaffSignIns } from '@ve/app/identity/staff/sign-in-staff';
import { StaffCredentials } from '@ve/app/identity/staff/staff-credentials';
import { ClientAddresses } from '@ve/app/jobs/client-addresses';
import { provideFactory } from '../../platform/provide.ts';
import { AdminSecurityController } from '../admin-security/admin-security.controller.ts';
import { AdminSignInController } from './admin-sign-in.controller.ts';
import { BreakGlassController } from './break-glass.controller.ts';
import { PasswordLinkController } from './password-link.controller.ts';
import { SignInAlarm } from './sign-in-alarm.ts';

const signIns = {
  provide: StaffSignIns,
  inject: [ClientAddresses, KnownBrowsers, StaffCredentials, SignInAlarm],
  useFactory: (
    ...[addresses, browsers, credentials, attempts]: [ClientAddresses, KnownBrowsers, StaffCredentials, SignInAlarm]
  ) => new StaffSignIns({ addresses, browsers, credentials, attempts }),
};

@Module({
  controllers: [AdminSecurityController, AdminSignInController, PasswordLinkController, BreakGlassController],
  providers: [
    SignInAlarm,
    signIns,
    provideFactory(OwnCredentials, [StaffCredentials]),
    provideFactory(PasswordLinks, [ClientAddresses, KnownBrowsers]),
  ],
})
export class AdminSignInModule {}
