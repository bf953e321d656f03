import { Module } from '@nestjs/common';
import { KnownBrowsers } from '@ve/app/identity/staff/known-browsers';
import { PasswordLinks } from '@ve/app/identity/staff/set-staff-password';
import { StaffSignIns } from '@ve/app/identity/staff/sign-in-staff';
import { StaffCredentials } from '@ve/app/identity/staff/staff-credentials';
import { ClientAddresses } from '@ve/app/jobs/client-addresses';
import { provide } from '../../platform/provide.ts';
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
  controllers: [AdminSignInController, PasswordLinkController, BreakGlassController],
  providers: [SignInAlarm, signIns, provide(PasswordLinks, [ClientAddresses, KnownBrowsers])],
})
export class AdminSignInModule {}
