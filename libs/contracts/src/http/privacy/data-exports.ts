import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';

/** An export of all data held about the signed-in user. */
export const dataExportSchema = z.object({
  id: z.uuid(),
  status: z.enum(['making', 'ready', 'failed']),
  askedAt: isoInstantSchema,
  /** When it expires; null while it is not ready. */
  until: z.nullable(isoInstantSchema),
});

export type DataExport = z.infer<typeof dataExportSchema>;

export const dataExportListSchema = z.object({ exports: z.array(dataExportSchema) });

export type DataExportList = z.infer<typeof dataExportListSchema>;

/** The exports of the last seven days, newest first. */
export const listDataExportsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/me/exports',
  answers: { 200: dataExportListSchema },
  problems: [],
});

/** Starts an export. While one is being made, returns that one. */
export const startDataExportEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/me/exports',
  answers: { 202: dataExportSchema },
  problems: [],
});

/** One table: its rows, with readable field names (`postalAddress`). */
export const dataExportSectionSchema = z.object({
  table: z.string(),
  title: z.string(),
  rows: z.array(z.record(z.string(), z.unknown())),
  /** Whether data found by address alone is left out, because the address is not confirmed. */
  withheld: z.boolean(),
});

export const dataExportFileSchema = z.object({
  title: z.string(),
  madeAt: isoInstantSchema,
  notes: z.array(z.string()),
  sections: z.array(dataExportSectionSchema),
});

export type DataExportFile = z.infer<typeof dataExportFileSchema>;

/** The export as a file. An unknown or expired one (seven days), or another user's, is not found. */
export const readDataExportEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/me/exports/:id/file.json',
  params: z.object({ id: z.uuid() }),
  answers: { 200: dataExportFileSchema },
  problems: ['not-found'],
});
