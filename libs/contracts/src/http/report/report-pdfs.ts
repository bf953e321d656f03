import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { binaryBodySchema } from '../../media-bodies.ts';
import { registrationField } from '../../registration-field.ts';

/** A PDF of a saved report, with the content of the day it was requested. */
export const reportPdfSchema = z.object({
  outcome: z.enum(['making', 'ready', 'failed']),
  id: z.uuid(),
  /** `/api/report-pdfs/{id}`, to be polled while the PDF is being made. */
  self: z.string(),
  /** `/api/report-pdfs/{id}/file`; null while there is none. */
  file: z.nullable(z.string()),
});

export type ReportPdfStatus = z.infer<typeof reportPdfSchema>;

const pdfParams = z.object({ id: z.uuid() });

/**
 * Starts a PDF of the signed-in customer's own saved report. Idempotent: one with the same content is returned.
 * `no-record`: the vehicle has no record yet.
 */
export const makeReportPdfEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/reports/:registration/pdf',
  params: z.object({ registration: registrationField }),
  answers: { 200: z.union([reportPdfSchema, z.object({ outcome: z.literal('no-record') })]), 202: reportPdfSchema },
  problems: ['not-found'],
});

/** Another customer's PDF is treated as unknown. */
export const readReportPdfEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/report-pdfs/:id',
  params: pdfParams,
  answers: { 200: reportPdfSchema },
  problems: ['not-found'],
});

/** The PDF itself. A PDF that is not ready is not found. */
export const readReportPdfFileEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/report-pdfs/:id/file',
  params: pdfParams,
  media: 'application/pdf',
  answers: { 200: binaryBodySchema },
  problems: ['not-found'],
});
