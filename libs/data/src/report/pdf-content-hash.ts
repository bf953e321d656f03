import { pdfVersion, reportPdfContent } from '@ve/domain/report/pdf/report-pdf-content';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { createHash } from 'node:crypto';
import type { ReportPdfData } from './report-pdf.repository.ts';

/** Returns the hash of the PDF content of a report on a day, and of the document's version: SHA-256 in hexadecimal. */
export const pdfContentHash = ({ record, fullCheck }: ReportPdfData, day: IsoDate): string =>
  createHash('sha256')
    .update(JSON.stringify([pdfVersion, reportPdfContent({ record, fullCheck, today: day })]))
    .digest('hex');
