import { beforeAll, describe, expect, it } from '@jest/globals';
import { fullCheckFixture } from '@ve/domain/testing/full-checks';
import { sampleArbitraryVehicles } from '@ve/domain/testing/any-vehicle';
import { vehicleRecordFixture, motTestFixture } from '@ve/domain/testing/vehicle-records';
import { addDays } from '@ve/domain/kernel/time/london-date';
import { readPdfText } from '../../testing/read-pdf-text.ts';
import { registerPdfFonts } from './pdf-fonts.ts';
import { toPrintableText, maxPdfPages, renderReportPdfWithinLimit } from './render-report.ts';
import type { ReportPdfInput } from '@ve/app/report/render-report-pdf';

beforeAll(registerPdfFonts);

const day = '2026-06-01';
const address = 'https://www.vehicle-enquiry.example/report?reg=AB12CDE';
const render = (order: Partial<ReportPdfInput> = {}) =>
  renderReportPdfWithinLimit({
    record: vehicleRecordFixture(),
    fullCheck: null,
    day,
    address,
    madeAt: new Date('2026-06-01T10:00Z'),
    ...order,
  });

const longest = 'WWWWWWWWWW'.repeat(20);
const tests = (count: number, text: string) =>
  Array.from({ length: count }, (_, index) =>
    motTestFixture(addDays('2026-05-01', -index * 120), 150_000 - index * 1_000, {
      defects: Array.from({ length: 12 }, () => ({ type: 'MAJOR' as const, text, dangerous: true })),
    }),
  );

describe('a PDF of a report', () => {
  it('begins with the verdict, theft, write-off and finance, and shows its day, URL and page numbers', async () => {
    const { bytes, pages } = await render();
    const texts = await readPdfText(bytes);
    expect(texts).toHaveLength(pages);
    const first = texts[0] ?? '';
    const places = [
      'AB12 CDE',
      'Not yet checked: theft, finance, write-off',
      'Stolen, written off, finance',
      'Mileage',
      'Tax, MOT and history',
    ].map((part) => first.indexOf(part));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThanOrEqual(0);
    for (const [index, text] of texts.entries()) {
      expect(text).toContain(`report of 1 June 2026 · ${address}`);
      expect(text).toContain(`Page ${String(index + 1)} of ${String(pages)}`);
    }
    expect(texts.join(' ')).toContain('is the accessible version of this document');
    expect(texts.join(' ')).not.toMatch(/unlock|locked|sign up|£8\.90/i);
  });

  it('has three pages for 60 tests full of defects and very long words, and counts what it leaves out', async () => {
    const owed = Array.from({ length: 12 }, () => ({
      agreementDate: '2024-03-01',
      type: longest,
      termMonths: 48,
      number: longest,
      company: longest,
      phone: longest,
      description: longest,
    }));
    const { bytes, pages } = await render({
      record: vehicleRecordFixture({
        testing: { tests: tests(60, longest) },
        specification: { model: longest, transmission: longest, engineNumber: longest },
      }),
      fullCheck: fullCheckFixture({ vdi: { financeCount: 12, finance: owed } }),
    });
    expect(pages).toBeLessThanOrEqual(maxPdfPages);
    expect((await readPdfText(bytes)).join(' ')).toMatch(/\d\d earlier tests(?: \([^)]+\))? in the online report/);
  });

  it('shows the likely range on its first page for a clocked car with 60 tests, and still has three pages', async () => {
    // Driven 8,000 miles a year, and clocked twice.
    const driven = Array.from({ length: 60 }, (_, index) => {
      const miles = 20_000 + (59 - index) * 2_600 - (index < 20 ? 47_000 : 0) - (index < 8 ? 30_000 : 0);
      const defects = Array.from({ length: 6 }, () => ({
        type: 'ADVISORY' as const,
        text: 'Nearside rear suspension arm pin or bush worn but not resulting in excessive movement (5.3.4 (a) (i))',
        dangerous: false,
      }));
      return motTestFixture(addDays('2026-05-01', -index * 120), miles, { defects });
    });
    const { bytes, pages } = await render({
      record: vehicleRecordFixture({ testing: { tests: driven } }),
      fullCheck: fullCheckFixture(),
    });
    const texts = await readPdfText(bytes);
    expect([pages, texts.length]).toEqual([texts.length, pages]);
    expect(pages).toBeLessThanOrEqual(maxPdfPages);
    expect(texts[0]?.replaceAll(/\s+/g, ' ')).toMatch(
      /It has probably covered [\d,]+ to [\d,]+ miles by its test of 1 May 2026\. How we get there:/,
    );
  });

  it('is not broken by hostile data of registers', async () => {
    for (const { record, fullCheck, today } of sampleArbitraryVehicles(6, 13)) {
      const { bytes, pages } = await render({ record, fullCheck, day: today });
      expect(pages).toBeLessThanOrEqual(maxPdfPages);
      expect(await readPdfText(bytes)).toHaveLength(pages);
    }
  });

  it('prints European letters, and marks characters that it cannot print', async () => {
    expect(toPrintableText('Škoda Citroën “Łódź” 12 €')).toBe('Škoda Citroën “Łódź” 12 €');
    expect(toPrintableText('ok 👩‍🔧🚗 مرحبا 车')).toBe('ok [?] [?] [?]');
    expect(toPrintableText('e\u0301 Z\u0351\u036b')).toBe('é Z');
    const { bytes } = await render({ record: vehicleRecordFixture({ specification: { model: 'Škoda 🚗 Łódź' } }) });
    expect((await readPdfText(bytes))[0]).toContain('Škoda [?] Łódź');
  });
});
