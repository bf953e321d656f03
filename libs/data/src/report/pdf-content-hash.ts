import { pdfVersion, reportPdfContent } from '@ve/domain/report/pdf/report-pdf-content';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { createHash } from 'node:crypto';
import type { PrintedReport } from './report-pdf.repository.ts';

/** The hash of what stands on the PDF of a report as of a day, and of the document's version: SHA-256, as hex. */
export const pdfContentHash = ({ record, fullCheck }: PrintedReport, day: IsoDate): string =>
  createHash('sha256')
    .update(JSON.stringify([pdfVersion, reportPdfContent(record, fullCheck, day)]))
    .digest('hex');
