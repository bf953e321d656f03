import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { isoInstant } from '../vehicle-record.ts';
import { pageOf, pageQuerySchema } from './admin-page.ts';

const failedTextSchema = z.object({
  id: z.uuid(),
  /** `reminder` */
  template: z.string(),
  /** E.164. */
  recipient: z.string(),
  /** The account that the text was about, where there still is one. */
  userId: z.nullable(z.uuid()),
  writtenAt: isoInstant,
  failedAt: isoInstant,
  /** `unreachable 30003` */
  why: z.string(),
});

export type FailedText = z.infer<typeof failedTextSchema>;

export const failedTextPageSchema = pageOf(failedTextSchema);

export type FailedTextPage = z.infer<typeof failedTextPageSchema>;

/** Texts that failed, the last one first. Each read is recorded. */
export const listFailedTexts = endpoint({
  method: 'GET',
  path: '/api/admin/texts',
  query: pageQuerySchema,
  answers: { 200: failedTextPageSchema },
  problems: [],
});
