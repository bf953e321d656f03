import { Module } from '@nestjs/common';
import { SignInLinkService } from '@ve/app/identity/session/sign-in-by-link';
import { ClientAddressHasher } from '@ve/app/jobs/client-address-hasher';
import { provideFactory } from '../platform/provide.ts';
import { AuthController } from './auth/auth.controller.ts';
import { SessionController } from './session/session.controller.ts';
import { SessionsController } from './session/sessions.controller.ts';

@Module({
  controllers: [AuthController, SessionController, SessionsController],
  providers: [provideFactory(SignInLinkService, [ClientAddressHasher])],
})
export class IdentityModule {}
