import { Module } from '@nestjs/common';
import { ClientAddressHasher } from '@ve/app/jobs/client-address-hasher';
import { AnswerMailService } from '@ve/app/report/answer-mails';
import { provideClass } from '../platform/provide.ts';
import { ReportsAndPaymentsController } from './account/account.controller.ts';
import { AnswerMailController } from './report-ready-mail/answer-mail.controller.ts';
import { ReportReadyMailController } from './report-ready-mail/report-ready-mail.controller.ts';
import { ReportSharesController } from './report-shares/report-shares.controller.ts';
import { ReportSharesService } from './report-shares/report-shares.service.ts';
import { FullCheckController } from './reports/full-check.controller.ts';
import { TrackedFullChecks } from './reports/tracked-full-checks.ts';
import { PictureController } from './reports/picture.controller.ts';
import { ReportPdfController } from './reports/report-pdf.controller.ts';
import { ReportController } from './reports/report.controller.ts';

@Module({
  controllers: [
    ReportsAndPaymentsController,
    ReportReadyMailController,
    AnswerMailController,
    ReportController,
    ReportPdfController,
    FullCheckController,
    PictureController,
    ReportSharesController,
  ],
  providers: [provideClass(AnswerMailService, [ClientAddressHasher]), TrackedFullChecks, ReportSharesService],
})
export class ReportModule {}
