import { Module } from '@nestjs/common';
import { AdminReportsController } from './admin-reports.controller.ts';
import { AdminReportsService } from './admin-reports.service.ts';

@Module({ controllers: [AdminReportsController], providers: [AdminReportsService] })
export class AdminReportsModule {}
