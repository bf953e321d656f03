import { Module } from '@nestjs/common';
import { AdminSignInController } from './admin-sign-in.controller.ts';
import { AdminSignInService } from './admin-sign-in.service.ts';
import { BreakGlassController } from './break-glass.controller.ts';
import { PasswordLinkController } from './password-link.controller.ts';
import { PasswordLinkService } from './password-link.service.ts';
import { SignInAlarm } from './sign-in-alarm.ts';

@Module({
  controllers: [AdminSignInController, PasswordLinkController, BreakGlassController],
  providers: [AdminSignInService, PasswordLinkService, SignInAlarm],
})
export class AdminSignInModule {}
