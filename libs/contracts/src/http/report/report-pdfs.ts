import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { bytes } from '../../media-bodies.ts';
import { registration } from '../../registration-field.ts';

/** A PDF of a saved report, as the report was on the day it was asked for. */
export const reportPdfSchema = z.object({
  outcome: z.enum(['making', 'ready', 'failed']),
  id: z.uuid(),
  /** `/api/report-pdfs/{id}`: asked again while it is being made. */
  self: z.string(),
  /** `/api/report-pdfs/{id}/file`; null while there is none. */
  file: z.nullable(z.string()),
});

export type ReportPdf = z.infer<typeof reportPdfSchema>;

const pdfParams = z.object({ id: z.uuid() });

/**
 * Has a PDF of the signed-in customer's own saved report made. One of the same content is answered as it is: safe to
 * repeat. `no-record`: nothing is known of the vehicle yet.
 */
export const makeReportPdf = endpoint({
  method: 'POST',
  path: '/api/reports/:registration/pdf',
  params: z.object({ registration }),
  answers: { 200: z.union([reportPdfSchema, z.object({ outcome: z.literal('no-record') })]), 202: reportPdfSchema },
  problems: ['not-found'],
});

/** Another customer's is answered as unknown. */
export const readReportPdf = endpoint({
  method: 'GET',
  path: '/api/report-pdfs/:id',
  params: pdfParams,
  answers: { 200: reportPdfSchema },
  problems: ['not-found'],
});

/** The PDF itself. One that is not ready is not found. */
export const readReportPdfFile = endpoint({
  method: 'GET',
  path: '/api/report-pdfs/:id/file',
  params: pdfParams,
  media: 'application/pdf',
  answers: { 200: bytes },
  problems: ['not-found'],
});
