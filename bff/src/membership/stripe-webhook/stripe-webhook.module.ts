import { Module } from '@nestjs/common';
import { StripeSignature } from './stripe-signature.ts';
import { StripeWebhookController } from './stripe-webhook.controller.ts';

@Module({ controllers: [StripeWebhookController], providers: [StripeSignature] })
export class StripeWebhookModule {}
