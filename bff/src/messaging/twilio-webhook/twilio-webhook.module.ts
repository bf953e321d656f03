import { Module } from '@nestjs/common';
import { TwilioSignature } from './twilio-signature.ts';
import { TwilioWebhookController } from './twilio-webhook.controller.ts';
import { TwilioWebhookService } from './twilio-webhook.service.ts';

@Module({ controllers: [TwilioWebhookController], providers: [TwilioSignature, TwilioWebhookService] })
export class TwilioWebhookModule {}
