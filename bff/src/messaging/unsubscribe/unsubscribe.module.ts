import { Module } from '@nestjs/common';
import { OneClickController } from './one-click.controller.ts';
import { UnsubscribeController } from './unsubscribe.controller.ts';
import { UnsubscribeService } from './unsubscribe.service.ts';

@Module({ controllers: [UnsubscribeController, OneClickController], providers: [UnsubscribeService] })
export class UnsubscribeModule {}
