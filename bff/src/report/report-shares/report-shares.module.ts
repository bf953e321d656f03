import { Module } from '@nestjs/common';
import { ReportSharesController } from './report-shares.controller.ts';
import { ReportSharesService } from './report-shares.service.ts';

@Module({ controllers: [ReportSharesController], providers: [ReportSharesService] })
export class ReportSharesModule {}
