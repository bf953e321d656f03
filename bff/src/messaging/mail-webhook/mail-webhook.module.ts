import { Module } from '@nestjs/common';
import { MailSignature } from './mail-signature.ts';
import { MailWebhookController } from './mail-webhook.controller.ts';
import { MailWebhookService } from './mail-webhook.service.ts';

@Module({ controllers: [MailWebhookController], providers: [MailSignature, MailWebhookService] })
export class MailWebhookModule {}
