import {
  type ReportPdfData,
  failReportPdf,
  findPendingReportPdfData,
  storeReportPdf,
  findReportPdfData,
  type ReportPdfRow,
  requestReportPdf,
} from '@ve/data/report/report-pdf.repository';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import type { FullCheck } from '@ve/domain/vehicle/record/full-check';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { UnrecoverableJobError } from '@ve/contracts/job-errors';
import type { JobUseCase } from '../job-context.ts';
import type { Context } from '@ve/data/kernel/context';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { consumeClientLimit } from '../jobs/client-limit.ts';
import { reportPdfContent, reportPdfVersion } from '@ve/domain/report/pdf/report-pdf-content';
import { createHash } from 'node:crypto';
import { ProblemError } from '../kernel/problem-error.ts';

/** Newly created PDFs of one customer: five at the same time, then two an hour. */
const byUser = { name: 'report-pdf', perHour: 2, burst: 5 } as const;

/**
 * Requests a PDF of the user's own report as of today, and queues the job that creates it, in one transaction; returns
 * the present one if its content would not differ.
 * @throws ProblemError `not-found` without such a report, `too-many-requests`
 */
export const requestPdfOfReport = async (
  { em, now, correlationId }: Context,
  { userId, registration }: { userId: string; registration: string },
): Promise<{ outcome: 'no-record' } | { outcome: 'requested'; pdf: ReportPdfRow }> => {
  const report = await findReportPdfData(em, userId, registration);
  if (report === null) throw new ProblemError('not-found');
  if (report === 'no-record') return { outcome: 'no-record' };
  const at = now();
  const { reportId } = report;
  const contentHash = reportPdfContentHash(report, londonDate(at));
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

/** Returns the hash of the PDF content of a report on a day, and of the document's version: SHA-256 in hexadecimal. */
export const reportPdfContentHash = (
  { record, fullCheck }: Pick<ReportPdfData, 'record' | 'fullCheck'>,
  day: IsoDate,
): string =>
  createHash('sha256')
    .update(JSON.stringify([reportPdfVersion, reportPdfContent({ record, fullCheck, today: day })]))
    .digest('hex');

export interface ReportPdfInput {
  record: VehicleRecord;
  fullCheck: FullCheck | null;
  /** The day of the report's state. */
  day: IsoDate;
  /** URL of the report. */
  address: string;
  madeAt: Date;
}

export interface RenderedPdf {
  bytes: Uint8Array;
  pages: number;
}

/** Renders a report. The queue's concurrency limits how many run at a time. */
export type PdfRenderer = (order: ReportPdfInput, signal?: AbortSignal) => Promise<RenderedPdf>;

export interface ReportPdfDeps {
  renderPdf: PdfRenderer;
  mailSettings: { origin: string };
}

/**
 * Makes the PDF of a report in its current state, and stores it under that state. A run that dies leaves nothing
 * behind, and a second one makes it again. Does nothing for a report that was deleted in the meantime.
 */
export const renderReportPdf =
  ({ renderPdf, mailSettings: { origin } }: ReportPdfDeps): JobUseCase<'report-pdfs.render'> =>
  async ({ pdfId }, context) => {
    const { em, now, signal, lastAttempt } = context;
    const order = await findPendingReportPdfData(em, pdfId);
    if (order === null) return;
    const { report } = order;
    try {
      if (report === null) throw new UnrecoverableJobError('a report without a record of its vehicle');
      const { registration, record, fullCheck } = report;
      const address = `${origin}/report?reg=${registration}`;
      const madeAt = now();
      const day = londonDate(madeAt);
      const { bytes } = await renderPdf({ record, fullCheck, day, address, madeAt }, signal);
      const made = { content: bytes, contentHash: reportPdfContentHash(report, day) };
      await em.transactional(async (transaction) => {
        await storeReportPdf(transaction, { id: pdfId, ...made, madeAt });
        await context.complete(transaction);
      });
    } catch (error) {
      // Otherwise its customer would keep waiting.
      if (lastAttempt || report === null) await failReportPdf(em, pdfId, now());
      throw error;
    }
  };
