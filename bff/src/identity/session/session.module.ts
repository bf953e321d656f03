import { Module } from '@nestjs/common';
import { SessionController } from './session.controller.ts';
import { SessionsController } from './sessions.controller.ts';

@Module({ controllers: [SessionController, SessionsController] })
export class SessionModule {}
