import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { MotTest } from '../../vehicle/record/vehicle-record.ts';
import { adviceCauses } from '../../verdict/causes.ts';
import { cautionIds } from '../../verdict/decision.ts';
import { hasMileageAnomalyMarker } from '../../full-check/findings.ts';
import { makeBuyingDecision } from '../../verdict/make-decision.ts';
import { addDays } from '../../kernel/time/london-date.ts';
import { arbitraryVehicle } from '../../testing/any-vehicle.ts';
import { fullCheckFixture } from '../../testing/full-checks.ts';
import { type VehicleRecordSetup, vehicleRecordFixture, motTestFixture } from '../../testing/vehicle-records.ts';
import { toPdfLine } from './pdf-text.ts';
import { pdfContentLimits, reportPdfContent } from './report-pdf-content.ts';

const today = '2026-06-01';
const contentOf = (
  setup: VehicleRecordSetup = {},
  fullCheck: Parameters<typeof reportPdfContent>[0]['fullCheck'] = null,
) => reportPdfContent({ record: vehicleRecordFixture(setup), fullCheck, today });

/** Every text in a value, at any depth. */
const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
};

const tests = (count: number, changes: Partial<MotTest> = {}): MotTest[] =>
  Array.from({ length: count }, (_, index) =>
    motTestFixture(addDays('2026-05-01', -index * 120), 90_000 - index * 1_000, changes),
  );

describe('the PDF content of a report', () => {
  it('names before a full check in one line what was not checked, and nothing else about it', () => {
    const { checks, prices, notChecked, history } = contentOf();
    expect({ checks, prices }).toEqual({ checks: [], prices: null });
    expect(notChecked).toMatch(/^No full check was made, so these were not checked/);
    expect(history.map(({ label }) => label)).not.toContain('Salvage History');
    expect(textsOf(contentOf()).join()).not.toMatch(/unlock|upgrade|£8\.90/i);
  });

  it('has after a full check its answers with source and time, and its prices', () => {
    const owed = {
      agreementDate: '2024-03-01',
      type: 'HIRE PURCHASE',
      termMonths: 48,
      number: 'NMF-1',
      company: 'NORTHGATE MOTOR FINANCE',
      phone: '0345 123 4567',
      description: null,
    };
    const { checks, prices, notChecked } = contentOf(
      {},
      fullCheckFixture({ vdi: { financeCount: 1, finance: [owed] } }),
    );
    expect(notChecked).toBeNull();
    expect(checks.map(({ label, value, tone }) => [label, value, tone])).toEqual([
      ['Stolen Check', 'No', 'pass'],
      ['Written Off', 'No', 'pass'],
      ['Finance Check', 'Yes — 1 agreement', 'warn'],
    ]);
    expect(checks[2]?.by).toBe('UK Vehicle Data, 01/06/2026 10:30');
    expect(checks[2]?.found[0]?.rows).toEqual(expect.arrayContaining([{ label: 'Telephone', value: '0345 123 4567' }]));
    expect(prices?.prices.length).toBeGreaterThan(3);
  });

  it('has every reason of the verdict, and supports no mileage that the full check marks', () => {
    const marks = {
      stolen: true,
      insurerTheftCount: 1,
      writtenOff: true,
      scrapped: true,
      identityInspected: true,
      financeCount: 3,
      mileageAnomaly: true,
      exported: true,
      imported: true,
    };
    const { verdict, mileage } = contentOf({}, fullCheckFixture({ vdi: marks }));
    expect(verdict.reasons.map(({ text }) => text).join()).toMatch(/as an anomaly/);
    expect(verdict.reasons.length).toBeGreaterThan(8);
    expect([mileage.title, mileage.tone]).toEqual(['The full check marks its mileage as an anomaly', 'warn']);
    expect(mileage.text).not.toMatch(/supports/);
  });

  it('has for any findings as many reasons as the verdict, and no pass next to a marked mileage', () => {
    fc.assert(
      fc.property(arbitraryVehicle, ({ record, fullCheck, today: day }) => {
        const { verdict, mileage } = reportPdfContent({ record, fullCheck, today: day });
        const { reasons, more } = makeBuyingDecision({ record, fullCheck, today: day });
        expect(verdict.reasons).toHaveLength(reasons.length + more);
        if (hasMileageAnomalyMarker(fullCheck)) expect(mileage.tone).toBe('warn');
      }),
      { numRuns: 200 },
    );
  });

  it('states why a value is unknown, once for each reason', () => {
    const { unknown, history, tests: known, mileage } = contentOf({ specification: 'timeout', testing: 'not-held' });
    const line = unknown.find((each) => each.startsWith('Imported'));
    expect(line).toMatch(/^Imported, .*Scrapped.*: UK Vehicle Data did not answer in time\.$/);
    expect(history.map(({ label }) => label)).not.toContain('Imported');
    expect(known).toMatchObject({ tests: [], summary: 'DVSA holds no record of this vehicle.' });
    expect(mileage.title).toBe('Mileage not known');
  });

  it.each([
    [1, 1, null],
    [24, 24, null],
    [60, 24, '36 earlier tests in the online report.'],
  ])('with %i tests shows %i, and the number of earlier ones: %s', (count, shown, earlier) => {
    const { tests: shownTests, mileage } = contentOf({ testing: { tests: tests(count) } });
    expect([shownTests.tests.length, shownTests.earlier]).toEqual([shown, earlier]);
    expect(mileage.readings).toHaveLength(count);
    expect(shownTests.tests[0]).toEqual({
      day: '01/05/2026',
      passed: true,
      miles: '90,000 miles',
      notes: [],
      remark: 'No defects or advisories recorded.',
    });
  });

  it('lists the newest tests in full, worst first, and the others on a line', () => {
    const defect = (type: MotTest['defects'][number]['type'], text: string, dangerous = false) => ({
      type,
      text,
      dangerous,
    });
    const defects = [
      defect('ADVISORY', 'Tyre worn (5.2.3 (e))'),
      defect('MAJOR', 'Brake pipe leaking (1.1.11 (c))'),
      defect('ADVISORY', 'Sill corroded (6.1.1 (c))'),
    ];
    const { tests: shownTests } = contentOf({ testing: { tests: tests(3, { defects, result: 'FAILED' }) } });
    expect(shownTests.tests[0]?.notes[0]).toBe('Failure: Brake pipe leaking');
    expect(shownTests.tests[0]?.notes).toHaveLength(3);
    expect(shownTests.tests[2]?.notes).toEqual(['1 failure, 2 advisories: Brake pipe leaking …']);
    const repaired = contentOf({
      testing: {
        tests: [motTestFixture('2026-05-05', 2), motTestFixture('2026-05-01', 1, { defects, result: 'FAILED' })],
      },
    });
    expect(repaired.tests.tests[1]?.notes[0]).toBe('Failure, passed later: Brake pipe leaking');
  });

  it('does not claim that nothing was found for a failure without reasons, or a test in Northern Ireland', () => {
    const { tests: shownTests } = contentOf({
      testing: {
        tests: [
          motTestFixture('2026-05-01', 3, { result: 'FAILED' }),
          motTestFixture('2025-05-01', 2, { dataSource: 'DVA NI' }),
          motTestFixture('2024-05-01', 1, {
            result: 'FAILED',
            defects: [{ type: 'ADVISORY', text: 'Tyre worn', dangerous: false }],
          }),
        ],
      },
    });
    expect(shownTests.tests[2]?.notes).toEqual(['1 advisory: Tyre worn']);
    expect(shownTests.tests.map(({ remark }) => remark)).toEqual([
      'The record does not say what it failed on.',
      'Tests in Northern Ireland are published without defects.',
      'The record does not say what it failed on.',
    ]);
  });

  it('has the likely mileage of a clocked car with its derivation, as the page does, and none for other cars', () => {
    const clocked = [
      motTestFixture('2025-05-01', 69_000),
      motTestFixture('2024-05-01', 61_000),
      motTestFixture('2023-05-01', 108_200),
      motTestFixture('2022-05-01', 70_000),
    ];
    const { mileage } = contentOf({ testing: { tests: clocked } });
    expect(mileage.likely).toEqual({
      words: 'It has probably covered 116,200 to 154,600 miles by its test of 1 May 2025.',
      how: expect.stringMatching(/^How we get there: We take the newest reading, 69,000, and add the 47,200 by which/),
    });
    expect(mileage.flags[0]).toBe(
      '47,200 miles lower than a year before and never recovered: 108,200 on 1 May 2023, 61,000 on 1 May 2024.',
    );
    expect(contentOf().mileage.likely).toBeNull();
  });

  it('warns next to a pass with something to look into, as the page does', () => {
    expect(contentOf({}, fullCheckFixture()).verdict.tone).toBe('pass');
    const { title, tone, sentence } = contentOf({ specification: { bodyStyle: 'TAXI' } }, fullCheckFixture()).verdict;
    expect([title, tone]).toEqual(['PASSED, 1 thing to look into', 'warn']);
    expect(sentence).toMatch(/^Signs that it was a taxi; no theft/);
  });

  it('states the conditions of the MOT exemption of a car over 40', () => {
    const { mot } = contentOf({
      testing: 'not-held',
      licensing: { motExpiryDate: null, motStatus: 'Not valid' },
      specification: { dateFirstRegistered: '1985-01-01' },
    });
    expect([mot?.value, mot?.details.join(' ')]).toEqual(['May Be Exempt', expect.stringMatching(/not substantially/)]);
  });

  const costsOf = (setup: VehicleRecordSetup) =>
    contentOf(setup).costs.map(({ label, value, details, by }) => [label, value, ...details, by]);

  it('has the tax of a year and the clean air zones, with their basis', () => {
    expect(costsOf({})).toEqual([
      [
        'Tax for 12 months',
        '£200, worked out',
        'The standard rate of 2026/27: it was first registered in 2017.',
        'UK Vehicle Data, 01/06/2026 10:00',
      ],
      [
        'Clean air zones',
        'Euro 6, according to DVLA; petrol needs Euro 4',
        'London (ULEZ): No charge. The Congestion Charge in the centre is separate.',
        'Birmingham, Bristol: No charge.',
        'Oxford (zero emission zone): A daily charge, lower for cleaner vehicles: only those with no exhaust emissions are free.',
        'Aberdeen, Dundee, Edinburgh and Glasgow: You may drive in.',
        'Bath, Bradford, Portsmouth, Sheffield and Tyneside: Private cars are not charged here; taxis, vans and heavier vehicles may be.',
        'Rules as of April 2026. Ask the zone’s own checker before you rely on them.',
        'DVLA, 01/06/2026 10:00',
      ],
    ]);
  });

  it('has no tick at the zones for a car that is charged in one of them', () => {
    const zonesTone = (setup: VehicleRecordSetup) =>
      contentOf(setup).costs.find(({ label }) => label === 'Clean air zones')?.tone;
    expect(zonesTone({})).toBe('info');
    expect(zonesTone({ licensing: { euroStatus: 'EURO 3' } })).toBe('warn');
    expect(zonesTone({ licensing: { fuelType: 'ELECTRICITY', co2Emissions: 0 } })).not.toBe('warn');
  });

  it('marks estimates, states the remaining supplement, and counts none that is over', () => {
    const costs = costsOf({
      licensing: { euroStatus: null, artEndDate: '2028-03-31' },
      specification: { euroStatus: null },
    });
    expect(costs.map(([label]) => label)).toEqual([
      'Tax for 12 months',
      'Supplement for expensive cars',
      'Clean air zones',
    ]);
    expect(costs[1]?.[1]).toBe('Due until 31 March 2028, at most 2 more yearly payments by a new keeper, given');
    expect(costs[2]?.[1]).toMatch(/^No Euro status on the register.*\(estimated\)$/);
  });

  it('states why tax and zones are unknown', () => {
    const { costs, unknown } = contentOf({ licensing: 'timeout', testing: 'timeout', specification: 'timeout' });
    expect(costs).toEqual([]);
    expect(
      unknown.filter((line) => /^(Tax for 12 months|Clean air zones): .*did not answer in time/.test(line)),
    ).toHaveLength(2);
  });

  it('truncates a tester’s text at a word, with one ellipsis', () => {
    const text = 'Nearside rear suspension arm pin or bush excessively worn but not resulting in excessive movement';
    const defects = [1, 2].map(() => ({ type: 'ADVISORY' as const, text, dangerous: false }));
    const { tests: shownTests } = contentOf({ testing: { tests: tests(3, { defects }) } });
    expect(shownTests.tests[2]?.notes).toEqual([
      '2 advisories: Nearside rear suspension arm pin or bush excessively worn but not…',
    ]);
  });

  it.each([
    ['one two three', 13, 'one two three'],
    ['one two three', 12, 'one two…'],
    ['one two three', 8, 'one two…'],
    ['one two, three', 10, 'one two…'],
    ['unbreakable', 6, 'unbre…'],
    ['a unbreakable', 8, 'a unbre…'],
    ['one two', 1, '…'],
  ])('truncates “%s” to %i characters', (text, max, cut) => {
    expect(toPdfLine(text, max)).toBe(cut);
  });

  it('shows kilometres as they were recorded', () => {
    const { tests: shownTests, mileage } = contentOf({
      testing: {
        tests: [
          motTestFixture('2026-05-01', null, { odometer: { value: 80_000, unit: 'KM' }, odometerResult: 'READ' }),
        ],
      },
    });
    expect(shownTests.tests[0]?.miles).toBe('80,000 km');
    expect(mileage.readings).toEqual([{ day: '2026-05-01', miles: 49_710, isFlagged: false }]);
  });

  it('is bounded for any answers of the sources, and has no characters that reorder the text around them', () => {
    fc.assert(
      fc.property(arbitraryVehicle, fc.constantFrom(...pdfContentLimits), ({ record, fullCheck, today: day }, fit) => {
        const content = reportPdfContent({ record, fullCheck, today: day }, fit);
        const texts = textsOf(content);
        expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(620);
        expect(content.tests.tests.length).toBeLessThanOrEqual(fit.tests);
        expect(content.checks.every(({ found }) => found.length <= fit.found)).toBe(true);
        expect(content.verdict.reasons.length).toBeLessThanOrEqual(adviceCauses.length + cautionIds.length);
        expect(content.history.every(({ details }) => details.length <= fit.details + 1)).toBe(true);
        expect(content.mileage.readings.length).toBeLessThanOrEqual(60);
        expect(content.unknown.length).toBeLessThanOrEqual(30);
        expect(texts.join('')).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|\p{Cc}|undefined|NaN|\[object/u);
        expect(texts.every((text) => text.isWellFormed())).toBe(true);
      }),
    );
  });

  it('invents nothing: its readings are those of the tests, and it mentions no check that was not made', () => {
    fc.assert(
      fc.property(arbitraryVehicle, ({ record, fullCheck, today: day }) => {
        const content = reportPdfContent({ record, fullCheck, today: day });
        const read = record.testing.state === 'found' ? record.testing.data.tests : [];
        expect(content.mileage.readings.length).toBeLessThanOrEqual(read.filter(({ odometer }) => odometer).length);
        expect(content.tests.tests.length).toBeLessThanOrEqual(read.length);
        if (fullCheck === null) expect([content.checks, content.prices]).toEqual([[], null]);
        else expect(content.notChecked).toBeNull();
      }),
    );
  });
});
