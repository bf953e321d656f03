import { Module } from '@nestjs/common';
import { FullCheckController } from './full-check.controller.ts';
import { FullCheckService } from './full-check.service.ts';
import { FullChecks } from './full-checks.ts';
import { ReportController } from './report.controller.ts';
import { ReportService } from './report.service.ts';

@Module({
  controllers: [ReportController, FullCheckController],
  providers: [FullChecks, FullCheckService, ReportService],
})
export class ReportsModule {}
