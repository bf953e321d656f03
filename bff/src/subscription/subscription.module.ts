import { Module } from '@nestjs/common';
import { CancellationService } from './cancellation.service.ts';
import { SubscriptionController } from './subscription.controller.ts';

@Module({ controllers: [SubscriptionController], providers: [CancellationService] })
export class SubscriptionModule {}
