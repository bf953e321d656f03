import { Module } from '@nestjs/common';
import { SignInLinkService } from '@ve/app/identity/session/sign-in-by-link';
import { ClientAddressHasher } from '@ve/app/jobs/client-address-hasher';
import { provideClass } from '../platform/provide.ts';
import { SignInLinkController } from './auth/auth.controller.ts';
import { CurrentSessionController } from './session/session.controller.ts';
import { UserSessionsController } from './session/sessions.controller.ts';

@Module({
  controllers: [SignInLinkController, CurrentSessionController, UserSessionsController],
  providers: [provideClass(SignInLinkService, [ClientAddressHasher])],
})
export class IdentityModule {}
