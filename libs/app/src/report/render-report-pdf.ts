import { pdfContentHash } from '@ve/data/report/pdf-content-hash';
import { failReportPdf, findPendingPdfData, storeReportPdf } from '@ve/data/report/report-pdf.repository';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import type { FullCheck } from '@ve/domain/vehicle/record/full-check';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { UnrecoverableJobError } from '@ve/contracts/job-errors';
import type { JobUseCase } from '../job-context.ts';

export interface PdfRequest {
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
export type PdfRenderer = (order: PdfRequest, signal?: AbortSignal) => Promise<RenderedPdf>;

export interface PdfDeps {
  renderPdf: PdfRenderer;
  mailSettings: { origin: string };
}

/**
 * Makes the PDF of a report in its current state, and stores it under that state. A run that dies leaves nothing behind, and
 * a second one makes it again. Does nothing for a report that was deleted in the meantime.
 */
export const renderReportPdf =
  ({ renderPdf, mailSettings: { origin } }: PdfDeps): JobUseCase<'report-pdfs.render'> =>
  async ({ pdfId }, context) => {
    const { em, now, signal, lastAttempt } = context;
    const order = await findPendingPdfData(em, pdfId);
    if (order === null) return;
    const { report } = order;
    try {
      if (report === null) throw new UnrecoverableJobError('a report without a record of its vehicle');
      const { registration, record, fullCheck } = report;
      const address = `${origin}/report?reg=${registration}`;
      const madeAt = now();
      const day = londonDate(madeAt);
      const { bytes } = await renderPdf({ record, fullCheck, day, address, madeAt }, signal);
      const made = { content: bytes, contentHash: pdfContentHash(report, day) };
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
