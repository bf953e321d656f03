import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { isoInstant } from '../../vehicle-record.ts';

/** A copy of everything that is held about the signed-in user. */
export const dataExportSchema = z.object({
  id: z.uuid(),
  status: z.enum(['making', 'ready', 'failed']),
  askedAt: isoInstant,
  /** Until when it can be opened; null while it is not ready. */
  until: z.nullable(isoInstant),
});

export type DataExport = z.infer<typeof dataExportSchema>;

export const dataExportListSchema = z.object({ exports: z.array(dataExportSchema) });

export type DataExportList = z.infer<typeof dataExportListSchema>;

/** The copies of the last seven days, the latest first. */
export const listDataExports = endpoint({
  method: 'GET',
  path: '/api/me/exports',
  answers: { 200: dataExportListSchema },
  problems: [],
});

/** Has a copy made. While one is being made, that one is the answer. */
export const startDataExport = endpoint({
  method: 'POST',
  path: '/api/me/exports',
  answers: { 202: dataExportSchema },
  problems: [],
});

/** One table: its rows, with the names of their fields in plain words (`postalAddress`). */
export const exportSectionSchema = z.object({
  table: z.string(),
  title: z.string(),
  rows: z.array(z.record(z.string(), z.unknown())),
  /** What belongs to the address alone is not included, because no link has confirmed the address. */
  withheld: z.boolean(),
});

export const exportFileSchema = z.object({
  title: z.string(),
  madeAt: isoInstant,
  notes: z.array(z.string()),
  sections: z.array(exportSectionSchema),
});

export type ExportFile = z.infer<typeof exportFileSchema>;

/** The copy itself, as a file to keep. An unknown one, another user's and one older than seven days are not found. */
export const readDataExport = endpoint({
  method: 'GET',
  path: '/api/me/exports/:id/file.json',
  params: z.object({ id: z.uuid() }),
  answers: { 200: exportFileSchema },
  problems: ['not-found'],
});
