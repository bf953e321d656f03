import { Module } from '@nestjs/common';
import { SignInLinks } from '@ve/app/identity/session/sign-in-by-link';
import { ClientAddresses } from '@ve/app/jobs/client-addresses';
import { provideFactory } from '../platform/provide.ts';
import { AuthController } from './auth/auth.controller.ts';
import { SessionController } from './session/session.controller.ts';
import { SessionsController } from './session/sessions.controller.ts';

@Module({
  controllers: [AuthController, SessionController, SessionsController],
  providers: [provideFactory(SignInLinks, [ClientAddresses])],
})
export class IdentityModule {}
