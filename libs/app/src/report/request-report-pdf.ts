import type { Context } from '@ve/data/kernel/context';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { pdfContentHash } from '@ve/data/report/pdf-content-hash';
import { findReportPdfData, type ReportPdfRow, requestReportPdf } from '@ve/data/report/report-pdf.repository';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { consumeClientLimit } from '../jobs/client-limit.ts';
import { ProblemError } from '../kernel/problem-error.ts';

/** Newly created PDFs of one customer: five at the same time, then two an hour. */
const byUser = { name: 'report-pdf', perHour: 2, burst: 5 } as const;

/**
 * Requests a PDF of the user's own report as of today, and queues the job that creates it, in one transaction; returns
 * the present one if its content would not differ.
 * @throws ProblemError `not-found` without such a report, `too-many-requests`
 */
export const requestPdf = async (
  { em, now, correlationId }: Context,
  { userId, registration }: { userId: string; registration: string },
): Promise<{ outcome: 'no-record' } | { outcome: 'requested'; pdf: ReportPdfRow }> => {
  const report = await findReportPdfData(em, userId, registration);
  if (report === null) throw new ProblemError('not-found');
  if (report === 'no-record') return { outcome: 'no-record' };
  const at = now();
  const { reportId } = report;
  const contentHash = pdfContentHash(report, londonDate(at));
  return em.transactional(async (transaction) => {
    const pdf = await requestReportPdf(transaction, { reportId, registration, contentHash }, at);
    if (pdf.isNew) {
      await consumeClientLimit(transaction, { limit: byUser, client: userId }, at);
      await addToOutbox(
        transaction,
        { jobName: 'report-pdfs.render', payload: { pdfId: pdf.id, correlationId } },
        { now: at },
      );
    }
    return { outcome: 'requested', pdf };
  });
};
