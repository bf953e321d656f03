import { Module } from '@nestjs/common';
import { CardFailures } from './card-failures.ts';
import { StripeSignature } from './stripe-signature.ts';
import { StripeWebhookController } from './stripe-webhook.controller.ts';

@Module({ controllers: [StripeWebhookController], providers: [CardFailures, StripeSignature] })
export class StripeWebhookModule {}
