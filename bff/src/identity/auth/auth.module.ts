import { Module } from '@nestjs/common';
import { ClientAddresses } from '@ve/app/jobs/client-addresses';
import { provide } from '../../platform/provide.ts';
import { AuthController } from './auth.controller.ts';
import { SignInLinks } from '@ve/app/identity/session/sign-in-by-link';

@Module({ controllers: [AuthController], providers: [provide(SignInLinks, [ClientAddresses])] })
export class AuthModule {}
