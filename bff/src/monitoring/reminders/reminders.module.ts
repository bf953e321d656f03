import { Module } from '@nestjs/common';
import { RemindersController } from './reminders.controller.ts';
import { RemindersService } from './reminders.service.ts';

@Module({ controllers: [RemindersController], providers: [RemindersService] })
export class RemindersModule {}
