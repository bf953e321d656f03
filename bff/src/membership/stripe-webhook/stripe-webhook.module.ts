import { Module } from '@nestjs/common';
import { CardTries } from './card-tries.ts';
import { StripeSignature } from './stripe-signature.ts';
import { StripeWebhookController } from './stripe-webhook.controller.ts';

@Module({ controllers: [StripeWebhookController], providers: [CardTries, StripeSignature] })
export class StripeWebhookModule {}
