import { parentPort, workerData } from 'node:worker_threads';
import { registerPdfFonts } from './pdf-fonts.ts';
import type { ReportPdfInput } from '@ve/app/report/render-report-pdf';
import { renderReportPdfWithinLimit } from './render-report.ts';

// Layout takes a second or more of processor time, which must not block the jobs of the process.
registerPdfFonts();
const { bytes, pages } = await renderReportPdfWithinLimit(workerData as ReportPdfInput);
parentPort?.postMessage({ bytes: new Uint8Array(bytes), pages });
