import { Module } from '@nestjs/common';
import { ReportReadyMailController } from './report-ready-mail.controller.ts';
import { ReportReadyMailService } from './report-ready-mail.service.ts';

@Module({ controllers: [ReportReadyMailController], providers: [ReportReadyMailService] })
export class ReportReadyMailModule {}
