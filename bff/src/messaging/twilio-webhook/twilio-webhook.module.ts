import { Module } from '@nestjs/common';
import { TwilioSignature } from './twilio-signature.ts';
import { TwilioWebhookController } from './twilio-webhook.controller.ts';
import { InboundTexts } from '@ve/app/messaging/texts/receive-text';
import { isPhoneOfCustomer } from '@ve/data/membership/phone/phone.repository';

const inboundTexts = { provide: InboundTexts, useValue: new InboundTexts({ isPhoneOfCustomer }) };

@Module({ controllers: [TwilioWebhookController], providers: [TwilioSignature, inboundTexts] })
export class TwilioWebhookModule {}
