import { Module } from '@nestjs/common';
import { MailSignature } from './mail-signature.ts';
import { MailWebhookController } from './mail-webhook.controller.ts';

@Module({ controllers: [MailWebhookController], providers: [MailSignature] })
export class MailWebhookModule {}
