import { Document, Page, renderToBuffer, Text } from '@react-pdf/renderer';
import { vehicleRecordFixture } from '@ve/domain/testing/vehicle-records';
import { fullCheckFixture } from '@ve/domain/testing/full-checks';
import { registerPdfFonts } from '@ve/workers/report/pdf/pdf-fonts';
import { renderReportPdfWithinLimit } from '@ve/workers/report/pdf/render-report';
import { createElement } from 'react';

/*
 * `print.program.ts product|baseline` makes one document in its own process, as a worker thread does; `baseline` with
 * as many pages.
 */

/** As many lines as a page of a real report has. */
const linesPerPage = 60;

const baseline = (pages: number): Promise<Buffer> =>
  renderToBuffer(
    createElement(
      Document,
      null,
      ...Array.from({ length: pages }, (_, page) =>
        createElement(
          Page,
          { key: page, size: 'A4', style: { fontSize: 9, padding: 36 } },
          ...Array.from({ length: linesPerPage }, (_line, line) =>
            createElement(Text, { key: line }, `Line ${String(line)} of a page that holds what it is given`),
          ),
        ),
      ),
    ),
  );

const product = async (): Promise<number> => {
  registerPdfFonts();
  const { pages } = await renderReportPdfWithinLimit({
    record: vehicleRecordFixture(),
    fullCheck: fullCheckFixture(),
    day: '2026-06-01',
    address: 'https://www.vehicle-enquiry.example/report?reg=AB12CDE',
    madeAt: new Date('2026-06-01T10:00:00Z'),
  });
  return pages;
};

const [which, count] = process.argv.slice(2);
const before = process.cpuUsage();
const pages = which === 'product' ? await product() : (await baseline(Number(count)), Number(count));
const { user, system } = process.cpuUsage(before);
process.stdout.write(
  JSON.stringify({ pages, cpuMs: (user + system) / 1_000, rssMb: process.resourceUsage().maxRSS / 1_024 }),
);
