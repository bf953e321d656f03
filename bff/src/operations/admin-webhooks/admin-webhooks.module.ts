import { Module } from '@nestjs/common';
import { AdminWebhooksController } from './admin-webhooks.controller.ts';
import { AdminWebhooksService } from './admin-webhooks.service.ts';

@Module({ controllers: [AdminWebhooksController], providers: [AdminWebhooksService] })
export class AdminWebhooksModule {}
