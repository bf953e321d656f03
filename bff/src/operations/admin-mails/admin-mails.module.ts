import { Module } from '@nestjs/common';
import { AdminMailsController } from './admin-mails.controller.ts';
import { AdminMailsService } from './admin-mails.service.ts';

@Module({ controllers: [AdminMailsController], providers: [AdminMailsService] })
export class AdminMailsModule {}
