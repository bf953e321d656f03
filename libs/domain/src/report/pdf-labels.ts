import { formatDate } from '../kernel/time/format-date.ts';
import type { IsoDate } from '../kernel/time/iso-date.ts';

/** The title of a report in its PDF: `Vehicle report of 1 June 2026`. */
export const reportPdfTitle = (day: IsoDate): string => `Vehicle report of ${formatDate(day)}`;

/** The sentence in a report without a full check on what was not checked. */
export const noFullCheckSentence =
  'No full check was made, so these were not checked: the registers of police, insurers and lenders (stolen, written off, finance), and the valuation.';
