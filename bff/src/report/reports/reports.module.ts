import { Module } from '@nestjs/common';
import { FullCheckController } from './full-check.controller.ts';
import { FullCheckService } from './full-check.service.ts';
import { FullChecks } from './full-checks.ts';
import { PictureController } from './picture.controller.ts';
import { ReportPdfController } from './report-pdf.controller.ts';
import { ReportPdfService } from './report-pdf.service.ts';
import { ReportController } from './report.controller.ts';
import { ReportService } from './report.service.ts';

@Module({
  controllers: [ReportController, ReportPdfController, FullCheckController, PictureController],
  providers: [FullChecks, FullCheckService, ReportService, ReportPdfService],
})
export class ReportsModule {}
