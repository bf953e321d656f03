import { renderToBuffer } from '@react-pdf/renderer';
import type { FullCheck } from '@ve/domain/vehicle/record/full-check';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { pdfFits, reportPdfContent } from '@ve/domain/report/pdf/report-pdf-content';
import { createElement } from 'react';
import { printableTexts } from './printable.ts';
import { ReportDocument } from './report-document.tsx';

/** The most pages that a PDF of a report has. */
export const maxPdfPages = 3;

/** What a PDF is made of. */
export interface PdfOrder {
  record: VehicleRecord;
  fullCheck: FullCheck | null;
  /** The day it is of. */
  day: IsoDate;
  /** Where the report is on the web. */
  address: string;
  madeAt: Date;
}

export interface RenderedPdf {
  bytes: Uint8Array;
  pages: number;
}

/**
 * A report as a PDF of at most three pages: what would take more is said in fewer words, then in fewer lines. Needs the
 * faces registered. @throws Error when the shortest form takes more
 */
export async function renderReport({ record, fullCheck, day, address, madeAt }: PdfOrder): Promise<RenderedPdf> {
  for (const fit of pdfFits) {
    const paper = printableTexts(reportPdfContent(record, fullCheck, day, fit));
    let pages = 0;
    const onPages = (count: number) => {
      pages = count;
    };
    const bytes = await renderToBuffer(createElement(ReportDocument, { paper, address, madeAt, onPages }) as never);
    if (pages <= maxPdfPages) return { bytes, pages };
  }
  throw new Error('a report that does not fit on three pages');
}
