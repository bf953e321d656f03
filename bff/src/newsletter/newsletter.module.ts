import { Module } from '@nestjs/common';
import { NewsletterController } from './newsletter.controller.ts';
import { NewsletterService } from './newsletter.service.ts';
import { OneClickController } from './one-click.controller.ts';

@Module({ controllers: [NewsletterController, OneClickController], providers: [NewsletterService] })
export class NewsletterModule {}
