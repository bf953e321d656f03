import { Module } from '@nestjs/common';
import { SessionController } from './session.controller.ts';

@Module({ controllers: [SessionController] })
export class SessionModule {}
