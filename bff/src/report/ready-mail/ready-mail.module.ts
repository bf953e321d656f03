import { Module } from '@nestjs/common';
import { ReadyMailController } from './ready-mail.controller.ts';
import { ReadyMailService } from './ready-mail.service.ts';

@Module({ controllers: [ReadyMailController], providers: [ReadyMailService] })
export class ReadyMailModule {}
