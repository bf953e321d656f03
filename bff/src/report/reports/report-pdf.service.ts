import { Injectable } from '@nestjs/common';
import { type AnswerOf, pathOf } from '@ve/contracts/endpoint';
import {
  type makeReportPdf,
  readReportPdf,
  readReportPdfFile,
  type ReportPdf,
} from '@ve/contracts/http/report/report-pdfs';
import type { Context } from '@ve/data/kernel/context';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { pdfContentHash } from '@ve/data/report/pdf-content-hash';
import {
  findPrintedReport,
  findReportPdf,
  requestReportPdf,
  readReportPdf as readPdf,
  type ReportPdfRow,
} from '@ve/data/report/report-pdf.repository';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { consumeClientLimit } from '@ve/app/jobs/client-limit';

/** Newly created PDFs of one customer: five at the same time, then two an hour. */
const byUser = { name: 'report-pdf', perHour: 2, burst: 5 } as const;

const toReportPdf = ({ id, status }: ReportPdfRow): ReportPdf => ({
  outcome: status,
  id,
  self: pathOf(readReportPdf, { id }),
  file: status === 'ready' ? pathOf(readReportPdfFile, { id }) : null,
});

/** PDFs of the reports that customers saved. Every query is filtered by the signed-in user. */
@Injectable()
export class ReportPdfService {
  /**
   * Requests a PDF of the user's own report as of today, and queues the job that creates it, in one transaction;
   * returns the present one if its content would not differ.
   * @throws ProblemError `not-found` without such a report, `too-many-requests`
   */
  async make(
    { em, now, correlationId }: Context,
    userId: string,
    registration: string,
  ): Promise<AnswerOf<typeof makeReportPdf>> {
    const report = await findPrintedReport(em, userId, registration);
    if (report === null) throw new ProblemError('not-found');
    if (report === 'no-record') return { outcome: 'no-record' };
    const at = now();
    const { reportId } = report;
    const contentHash = pdfContentHash(report, londonDate(at));
    return em.transactional(async (transaction) => {
      const pdf = await requestReportPdf(transaction, { reportId, registration, contentHash }, at);
      if (pdf.isNew) {
        await consumeClientLimit(transaction, byUser, userId, at);
        await addToOutbox(transaction, 'report-pdfs.render', { pdfId: pdf.id, correlationId }, { now: at });
      }
      return toReportPdf(pdf);
    });
  }

  /** @throws ProblemError `not-found` for an unknown id, and equally for another customer's PDF */
  async find({ em }: Pick<Context, 'em'>, userId: string, id: string): Promise<ReportPdf> {
    const row = await findReportPdf(em, userId, id);
    if (row === null) throw new ProblemError('not-found');
    return toReportPdf(row);
  }

  /** The file with its name. @throws ProblemError `not-found`, also for one that is not ready */
  async open({ em }: Pick<Context, 'em'>, userId: string, id: string): Promise<{ name: string; content: Uint8Array }> {
    const pdf = await readPdf(em, userId, id);
    if (pdf === null) throw new ProblemError('not-found');
    return { name: `${pdf.registration}-report-${londonDate(pdf.finishedAt)}.pdf`, content: pdf.content };
  }
}
