import { renderToBuffer } from '@react-pdf/renderer';
import type { ReportPdfInput, RenderedPdf } from '@ve/app/report/render-report-pdf';
import { pdfContentLimits, reportPdfContent } from '@ve/domain/report/pdf/report-pdf-content';
import { createElement } from 'react';
import { ReportDocument } from './report-document.tsx';

export const maxPdfPages = 3;

/**
 * Renders a report as a PDF of at most three pages: too long content is first shortened, then cut. The typefaces must
 * be registered. @throws Error when even the shortest form is too long
 */
export async function renderReportPdfWithinLimit({
  record,
  fullCheck,
  day,
  address,
  madeAt,
}: ReportPdfInput): Promise<RenderedPdf> {
  for (const fit of pdfContentLimits) {
    const content = toPrintableTexts(reportPdfContent({ record, fullCheck, today: day }, fit));
    let pages = 0;
    const onPages = (count: number) => {
      pages = count;
    };
    const bytes = await renderToBuffer(createElement(ReportDocument, { content, address, madeAt, onPages }) as never);
    if (pages <= maxPdfPages) return { bytes, pages };
  }
  throw new Error('a report that does not fit on three pages');
}

/**
 * Matches characters without a glyph in our typefaces, which have western and central European letters and our own
 * punctuation.
 */
const unprintable = /[^\u0020-\u007e\u00a0-\u00ac\u00ae-\u017f‘’“”–—…•€™]+/gu;

/**
 * Replaces text that the PDF's typefaces cannot print. Combining marks are joined to their letters or removed; anything
 * else without a glyph becomes `[?]`, so that the omission is visible.
 */
export function toPrintableText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll('−', '-')
    .replaceAll(unprintable, '[?]');
}

/** Applies `printable` to every text in a value, at any depth. */
function toPrintableTexts<T>(value: T): T {
  if (typeof value === 'string') return toPrintableText(value) as T;
  if (Array.isArray(value)) return value.map(toPrintableTexts) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, toPrintableTexts(each as unknown)]),
  ) as T;
}
