import { renderToBuffer } from '@react-pdf/renderer';
import type { PdfRequest, RenderedPdf } from '@ve/app/report/render-report-pdf';
import { pdfContentLimits, reportPdfContent } from '@ve/domain/report/pdf/report-pdf-content';
import { createElement } from 'react';
import { toPrintableTexts } from './printable-text.ts';
import { ReportDocument } from './report-document.tsx';

export const maxPdfPages = 3;

/**
 * Renders a report as a PDF of at most three pages: too long content is first shortened, then cut. The typefaces must be
 * registered. @throws Error when even the shortest form is too long
 */
export async function renderReport({ record, fullCheck, day, address, madeAt }: PdfRequest): Promise<RenderedPdf> {
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
