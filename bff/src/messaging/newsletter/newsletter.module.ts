import { Module } from '@nestjs/common';
import { NewsletterController } from './newsletter.controller.ts';
import { RequestedMails } from '@ve/app/messaging/mails/request-mail';
import { NewsletterSubscriptions } from '@ve/app/messaging/newsletter/subscribe-newsletter';
import { provide } from '../../platform/provide.ts';

@Module({ controllers: [NewsletterController], providers: [provide(NewsletterSubscriptions, [RequestedMails])] })
export class NewsletterModule {}
