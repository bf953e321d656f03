import { describe, expect, test } from '@jest/globals';
import { adviceCauses } from './causes.ts';
import { fullCheckFixture, type FullCheckSetup } from '../testing/full-checks.ts';
import { vehicleRecordFixture, motTestFixture, type VehicleRecordSetup } from '../testing/vehicle-records.ts';
import { makeBuyingDecision } from './make-decision.ts';
import { type DecisionQuestion, type DecisionQuestionId, decisionQuestions } from './decision.ts';
import type { MotDefect, VehicleRecord } from '../vehicle/record/vehicle-record.ts';

const today = '2026-06-01';
const free = (setup: VehicleRecordSetup = {}) =>
  makeBuyingDecision({ record: vehicleRecordFixture(setup), fullCheck: null, today });
const checked = (full: FullCheckSetup = {}, setup: VehicleRecordSetup = {}) =>
  makeBuyingDecision({ record: vehicleRecordFixture(setup), fullCheck: fullCheckFixture(full), today });
const askingFor = (record: VehicleRecord, ...names: ('licensing' | 'testing' | 'specification')[]): VehicleRecord =>
  names.reduce((changed, name) => {
    const { source, at } = changed[name];
    return { ...changed, [name]: { state: 'asking', source, at } };
  }, record);
const goesBack: VehicleRecordSetup = {
  testing: { tests: [motTestFixture('2026-05-01', 61_000), motTestFixture('2025-05-01', 82_000)] },
};
const noted = (type: MotDefect['type'], text: string, dangerous = false) => ({ defects: [{ type, text, dangerous }] });

const northgate = {
  agreementDate: '2025-03-21',
  type: 'HIRE PURCHASE',
  termMonths: 48,
  number: 'HP-40718823',
  company: 'Northgate Motor Finance Ltd',
  phone: '0161 496 0118',
  description: null,
};
const carlow = {
  ...northgate,
  agreementDate: '2025-12-01',
  type: 'LOAN SECURED BY BILL OF SALE',
  company: 'Carlow Logbook Loans Ltd',
  phone: 'ask the seller',
};

const notChecked = 'Not yet checked: theft, finance, write-off';

describe('the verdict before the full check', () => {
  test.each<[string, VehicleRecordSetup, string, string]>([
    ['nothing at all', {}, 'NOTHING FOUND', notChecked],
    ['scrapped', { specification: { scrapped: true } }, 'FAILED', 'FAILED: a scrapping record'],
    [
      'destroyed',
      { specification: { scrapped: false, certificateOfDestruction: true } },
      'FAILED',
      'FAILED: a scrapping record',
    ],
    [
      'no longer scrapped',
      { specification: { scrapped: false, dateScrapped: '2020-01-01' } },
      'FAILED',
      'FAILED: a scrapping record that was withdrawn',
    ],
    [
      'an identity inspection',
      { specification: { identityInspections: [{ date: '2012-03-03', result: 'PASS' }] } },
      'FAILED',
      'FAILED: a vehicle identity check',
    ],
    ['imported', { specification: { imported: true } }, 'LOOK INTO', notChecked],
    ['exported', { specification: { exported: true } }, 'WARNING', 'WARNING: an export record'],
    [
      'a date of scrapping alone',
      { specification: { scrapped: null, dateScrapped: '2020-01-01' } },
      'FAILED',
      'FAILED: a scrapping record',
    ],
    [
      'a date of export alone',
      { specification: { exported: null, dateExported: '2020-01-01' } },
      'WARNING',
      'WARNING: an export record',
    ],
    [
      'a date of export that is no longer marked',
      { specification: { exported: false, dateExported: '2020-01-01' } },
      'WARNING',
      'WARNING: an export record',
    ],
    ['marked for export', { licensing: { markedForExport: true } }, 'WARNING', 'WARNING: an export marker'],
    ['mileage that goes back', goesBack, 'WARNING', 'WARNING: mileage that goes back by 21,000 miles'],
    ['untaxed', { licensing: { taxStatus: 'Untaxed', taxDueDate: '2026-05-01' } }, 'LOOK INTO', notChecked],
    [
      'a recall on a Q plate',
      { registration: 'Q123ABC', testing: { hasOutstandingRecall: 'Yes' } },
      'LOOK INTO',
      notChecked,
    ],
    ['an unavailable source', { specification: 'timeout' }, 'INCOMPLETE', notChecked],
    ['DVLA unavailable, everything known from other sources', { licensing: 'timeout' }, 'INCOMPLETE', notChecked],
    ['no record of tests', { testing: 'not-held' }, 'INCOMPLETE', notChecked],
    ['a mark that is missing', { specification: { scrapped: null } }, 'INCOMPLETE', notChecked],
    [
      'an unavailable source, and a finding',
      { specification: 'timeout', testing: { hasOutstandingRecall: 'Yes' } },
      'LOOK INTO',
      notChecked,
    ],
  ])('%s', (_name, setup, verdict, title) => {
    expect(free(setup)).toMatchObject({ verdict, title });
  });

  test('while sources are pending, a finding is shown immediately and its absence is not', () => {
    expect(
      makeBuyingDecision({ record: askingFor(vehicleRecordFixture(), 'specification'), fullCheck: null, today }),
    ).toMatchObject({
      verdict: 'ASKING',
      title: notChecked,
      sentence: 'UK Vehicle Data has not answered yet; nothing was found so far.',
    });
    const recall = vehicleRecordFixture({ testing: { hasOutstandingRecall: 'Yes' } });
    expect(
      makeBuyingDecision({ record: askingFor(recall, 'licensing', 'specification'), fullCheck: null, today }),
    ).toMatchObject({
      verdict: 'LOOK INTO',
      sentence: '1 thing to look into so far: an open safety recall.',
    });
    const scrapped = vehicleRecordFixture({ specification: { scrapped: true } });
    expect(
      makeBuyingDecision({ record: askingFor(scrapped, 'licensing', 'testing'), fullCheck: null, today }).verdict,
    ).toBe('FAILED');
  });
});

test('a lawful import is looked into, and changes no pass', () => {
  const decision = makeBuyingDecision({
    record: vehicleRecordFixture({ specification: { imported: true } }),
    fullCheck: fullCheckFixture(),
    today,
  });
  expect(decision).toMatchObject({ verdict: 'PASSED', title: 'PASSED, 1 thing to look into' });
  expect(decision.reasons).toMatchObject([{ id: 'imported', level: 'LOOK' }]);
});

test('the title of a pass with something left to look into mentions it', () => {
  const decision = makeBuyingDecision({
    record: vehicleRecordFixture({ testing: { hasOutstandingRecall: 'Yes' } }),
    fullCheck: fullCheckFixture(),
    today,
  });
  expect(decision).toMatchObject({ verdict: 'PASSED', title: 'PASSED, 1 thing to look into' });
});

test('without DVLA and DVSA the sentence names what is unknown, also after the full check', () => {
  const decision = makeBuyingDecision({
    record: vehicleRecordFixture({ licensing: 'timeout', testing: 'timeout' }),
    fullCheck: fullCheckFixture(),
    today,
  });
  expect(decision.title).toBe('Not everything could be checked');
  expect(decision.sentence).toBe(
    'No theft, write-off, finance or scrapping on record, but DVLA and DVSA did not answer; nothing is known about recalls and MOT.',
  );
  expect(decision.next).toMatch(/^What is missing is not a pass/);
});

test('a record that no source holds does not advise waiting', () => {
  const unheld = vehicleRecordFixture({ testing: 'not-held' });
  expect(makeBuyingDecision({ record: unheld, fullCheck: null, today }).next).toMatch(
    /^Before you decide, ask the seller/,
  );
});

describe('the verdict after the full check', () => {
  test.each<[string, FullCheckSetup, VehicleRecordSetup, string]>([
    ['all clear', {}, {}, 'PASSED'],
    ['no answer', { vdi: 'timeout' }, {}, 'INCOMPLETE'],
    ['no record', { vdi: 'not-held' }, {}, 'INCOMPLETE'],
    ['a caution is not a cause', {}, { testing: { hasOutstandingRecall: 'Yes' } }, 'PASSED'],
    ['the vehicle record unavailable, the full check clear', {}, { specification: 'timeout' }, 'PASSED'],
    ['tests unavailable: MOT and recalls are unknown', {}, { testing: 'timeout' }, 'INCOMPLETE'],
    ['DVLA and DVSA unavailable', {}, { licensing: 'timeout', testing: 'timeout' }, 'INCOMPLETE'],
    [
      'no mileage from tests and the full check',
      { vdi: { mileageAnomaly: null } },
      { testing: 'timeout' },
      'INCOMPLETE',
    ],
    [
      'never tested, and no mileage from the full check',
      { vdi: { mileageAnomaly: null } },
      { testing: { tests: [] } },
      'INCOMPLETE',
    ],
    [
      'one reading, and the full check silent on mileage',
      { vdi: { mileageAnomaly: null } },
      { testing: { tests: [motTestFixture('2026-05-01', 9_000)] } },
      'INCOMPLETE',
    ],
    ['never tested, no anomaly in the full check', {}, { testing: { tests: [] } }, 'PASSED'],
    ['no valuation', { valuation: 'timeout' }, {}, 'PASSED'],
    ['scrapped by the record alone', {}, { specification: { scrapped: true } }, 'FAILED'],
    ['scrapped by the full check alone', { vdi: { scrapped: true } }, {}, 'FAILED'],
    ['a date of scrapping alone', { vdi: { scrapped: null, scrapDate: '2020-01-01' } }, {}, 'FAILED'],
    ['a date of export alone', { vdi: { exported: null, exportDate: '2025-02-03' } }, {}, 'WARNING'],
    ['a date of import alone', { vdi: { imported: null, importDate: '2025-02-03' } }, {}, 'PASSED'],
    [
      'no export marker at DVLA, and no export in any register',
      { vdi: { exported: null } },
      { specification: 'timeout', licensing: { markedForExport: false } },
      'INCOMPLETE',
    ],
    ['theft entered by an insurer', { vdi: { insurerTheftCount: 1 } }, {}, 'FAILED'],
    ['a marker from the insurers’ register', { vdi: { stolen: true, stolenSource: 'MIAFTR' } }, {}, 'FAILED'],
    ['a write-off counted, not marked', { vdi: { writtenOff: false, writeOffCount: 1 } }, {}, 'FAILED'],
    ['an agreement counted, not listed', { vdi: { financeCount: 1 } }, {}, 'WARNING'],
    ['an agreement listed, not counted', { vdi: { financeCount: null, finance: [northgate] } }, {}, 'WARNING'],
    ['a mileage anomaly', { vdi: { mileageAnomaly: true } }, {}, 'WARNING'],
    ['finance on a stolen car', { vdi: { stolen: true, financeCount: 1 } }, {}, 'FAILED'],
  ])('%s', (_name, full, setup, verdict) => {
    expect(checked(full, setup).verdict).toBe(verdict);
  });

  test.each([
    { stolen: null },
    { insurerTheftCount: null },
    { writtenOff: null, writeOffCount: null },
    { financeCount: null },
    { identityInspected: null },
  ])('a full check with %j is incomplete, never a pass', (vdi) => {
    const { verdict, sentence, questions } = checked({ vdi });
    expect(verdict).toBe('INCOMPLETE');
    expect(sentence).toContain(' on record, but no register could tell us about ');
    expect(questions.filter(({ state }) => state === 'unknown')).toHaveLength(1);
  });

  test('is the same before and after the full check for what both know', () => {
    for (const setup of [goesBack, { specification: { exported: true } }, { specification: { scrapped: true } }]) {
      expect(checked({}, setup).verdict).toBe(free(setup).verdict);
    }
  });

  test('waits for a check that is pending', () => {
    expect(checked({ vdi: 'asking' })).toMatchObject({ verdict: 'ASKING' });
    expect(
      makeBuyingDecision({ record: askingFor(vehicleRecordFixture(), 'testing'), fullCheck: fullCheckFixture(), today })
        .verdict,
    ).toBe('ASKING');
  });
});

describe('the messages of a cause', () => {
  const loss = { lossDate: '2024-03-16', enteredOn: '2024-03-28', lossType: 'ACCIDENTAL DAMAGE', category: 'S' };
  test.each<[string, FullCheckSetup, VehicleRecordSetup, string, string]>([
    [
      'stolen',
      {
        vdi: {
          stolen: true,
          stolenDate: '2026-04-21',
          stolenPoliceForce: 'WEST MIDLANDS POLICE',
          stolenPhone: '0345 113 5000',
          stolenSource: 'PNC',
        },
      },
      {},
      'West Midlands Police has it marked as stolen since 21 April 2026.',
      'Do not buy it and do not pay anything: ring West Midlands Police on 0345 113 5000 and say where you saw it.',
    ],
    [
      'stolen, nothing else known',
      { vdi: { stolen: true } },
      {},
      'The police have it marked as stolen.',
      'Do not buy it and do not pay anything: ring the police on 101 and say where you saw it.',
    ],
    [
      'stolen and recovered',
      { vdi: { stolen: true, stolenStatus: 'RECOVERED' } },
      {},
      'The police have it marked as stolen, with the status “recovered”.',
      'ring the police on 101',
    ],
    [
      'a marker of the insurers',
      { vdi: { stolen: true, stolenSource: 'MIAFTR', stolenDate: '2026-04-21' } },
      {},
      'Insurers have a theft of it in their register, MIAFTR, since 21 April 2026.',
      'the insurer that made the entry',
    ],
    [
      'written off',
      { vdi: { writtenOff: true, writeOffCount: 1, writeOffs: [loss] } },
      {},
      'An insurer wrote it off on 16 March 2024, category S (repairable, structural damage).',
      'Ask the seller for photographs of the damage and the repair invoices',
    ],
    [
      'written off on a day that only its entry has',
      { vdi: { writtenOff: true, writeOffs: [{ ...loss, lossDate: null }] } },
      {},
      'An insurer entered it as written off on 28 March 2024, category S (repairable, structural damage).',
      'repair invoices',
    ],
    [
      'written off twice, the later known by its entry alone',
      {
        vdi: {
          writtenOff: true,
          writeOffs: [
            { ...loss, lossDate: null, category: 'N' },
            { ...loss, lossDate: '2019-01-01' },
          ],
        },
      },
      {},
      'An insurer wrote it off 2 times, last entered on 28 March 2024, at worst category S (repairable, structural damage).',
      'repair invoices',
    ],
    [
      'written off twice, once for good',
      {
        vdi: {
          writtenOff: true,
          writeOffCount: 2,
          writeOffs: [loss, { ...loss, lossDate: '2019-01-01', category: 'CAT B' }],
        },
      },
      {},
      'An insurer wrote it off 2 times, last on 16 March 2024, at worst category B (break for parts).',
      'Do not buy it: a category B vehicle may not be repaired and must never be on the road again.',
    ],
    [
      'written off in an old category, three times, no dates',
      {
        vdi: {
          writtenOff: false,
          writeOffCount: 3,
          writeOffs: [{ ...loss, lossDate: null, enteredOn: null, category: 'D' }],
        },
      },
      {},
      'An insurer wrote it off 3 times, one of them category D (repairable, repair would have cost less than the vehicle was worth); the categories of the other 2 are not known; the same answer also says that it was not written off.',
      'repair invoices',
    ],
    [
      'written off twice, one of them listed',
      { vdi: { writtenOff: true, writeOffCount: 2, writeOffs: [{ ...loss, category: 'N' }] } },
      {},
      'An insurer wrote it off 2 times, last on 16 March 2024, one of them category N (repairable, no structural damage); the category of the other is not known.',
      'Ask the seller for the insurers’ papers on each loss, photographs of the damage',
    ],
    ...['X', null].map((category): [string, FullCheckSetup, VehicleRecordSetup, string, string] => [
      `written off twice, once in the category ${category}`,
      {
        vdi: {
          writtenOff: true,
          writeOffCount: 2,
          writeOffs: [
            { ...loss, category: 'N' },
            { ...loss, category, lossDate: '2019-01-01' },
          ],
        },
      },
      {},
      'An insurer wrote it off 2 times, last on 16 March 2024, one of them category N (repairable, no structural damage); the category of the other is not known.',
      'the insurers’ papers on each loss',
    ]),
    [
      'written off three times, the category of one not known',
      { vdi: { writeOffCount: 3, writeOffs: [loss, { ...loss, category: 'N' }] } },
      {},
      'An insurer wrote it off 3 times, last on 16 March 2024, the worst known category S (repairable, structural damage); the category of one is not known; the same answer also says that it was not written off.',
      'the insurers’ papers on each loss',
    ],
    [
      'written off, no details',
      { vdi: { writtenOff: true } },
      {},
      'An insurer wrote it off.',
      'have the repair inspected',
    ],
    [
      'written off by its list alone',
      { vdi: { writtenOff: false, writeOffs: [{ ...loss, category: null }] } },
      {},
      'An insurer wrote it off on 16 March 2024; the same answer also says that it was not written off.',
      'repair invoices',
    ],
    [
      'scrapped, and the sources differ',
      {},
      { specification: { scrapped: true, dateScrapped: '2025-10-19' } },
      'It was scrapped on 19 October 2025, says UK Vehicle Data’s vehicle record; UK Vehicle Data’s full check says that it was not.',
      'Don’t buy it for the road',
    ],
    [
      'scrapped by both, dated by one',
      { vdi: { scrapped: true, scrapDate: '2025-10-19', certificateOfDestruction: true } },
      { specification: { scrapped: true } },
      'It was scrapped on 19 October 2025, with a certificate of destruction.',
      'ask DVLA whose plate this is',
    ],
    [
      'scrapped by a date alone, and denied by the other source',
      { vdi: { scrapped: null, scrapDate: '2020-01-01' } },
      {},
      'A scrapping on 1 January 2020 is on record, says UK Vehicle Data’s full check; UK Vehicle Data’s vehicle record says that it was not.',
      'Don’t buy it for the road',
    ],
    [
      'put back after scrapping',
      {},
      { specification: { scrapped: false, dateScrapped: '2025-10-19' } },
      'It was recorded as scrapped on 19 October 2025 and is no longer marked so.',
      'DVLA’s letter',
    ],
    [
      'an identity check that the full check does not know',
      {},
      { specification: { identityInspections: [{ date: '2012-03-03', result: 'PASS' }] } },
      'It had a vehicle identity check on 3 March 2012, passed, which until 2015 followed a write-off; UK Vehicle Data’s full check says that it had none.',
      'Compare the VIN on the car with its V5C',
    ],
    [
      'an identity check that only the full check knows',
      { vdi: { identityInspected: true, identityInspection: { date: '2012-03-03', result: 'FAIL' } } },
      {},
      'It had a vehicle identity check on 3 March 2012, failed, which until 2015 followed a write-off.',
      'Compare the VIN',
    ],
    [
      'one agreement',
      { vdi: { financeCount: 1, finance: [northgate] } },
      {},
      'Money may be owed on it: 1 finance agreement, Northgate Motor Finance Ltd (hire purchase) since 21 March 2025.',
      'Before you pay, ring Northgate Motor Finance Ltd on 0161 496 0118 together with the seller, and get it in writing whether the agreement is settled.',
    ],
    [
      'three agreements, a telephone that is none',
      { vdi: { financeCount: 3, finance: [carlow, northgate] } },
      {},
      'Money may be owed on it: 3 finance agreements, Carlow Logbook Loans Ltd (loan secured by bill of sale) since 1 December 2025, Northgate Motor Finance Ltd (hire purchase) since 21 March 2025 and 1 more.',
      'Before you pay, ring Carlow Logbook Loans Ltd and Northgate Motor Finance Ltd on 0161 496 0118 together with the seller, and get it in writing whether the agreements are settled; ask the seller who the other lender is.',
    ],
    [
      'two agreements, the lender of one not named',
      { vdi: { financeCount: 2, finance: [northgate, { ...northgate, company: null, agreementDate: null }] } },
      {},
      'Money may be owed on it: 2 finance agreements, Northgate Motor Finance Ltd (hire purchase) since 21 March 2025 and an unnamed lender (hire purchase).',
      'Before you pay, ring Northgate Motor Finance Ltd on 0161 496 0118 together with the seller, and get it in writing whether the agreements are settled; ask the seller who the other lender is.',
    ],
    [
      'five agreements, one of them listed',
      { vdi: { financeCount: 5, finance: [northgate] } },
      {},
      'Money may be owed on it: 5 finance agreements, Northgate Motor Finance Ltd (hire purchase) since 21 March 2025 and 4 more.',
      'whether the agreements are settled; ask the seller who the other lenders are.',
    ],
    [
      'three lenders, all named',
      { vdi: { financeCount: 3, finance: [northgate, carlow, { ...northgate, company: 'Third Finance Ltd' }] } },
      {},
      'Money may be owed on it: 3 finance agreements, Northgate Motor Finance Ltd (hire purchase) since 21 March 2025, Carlow Logbook Loans Ltd (loan secured by bill of sale) since 1 December 2025 and 1 more.',
      'Before you pay, ring Northgate Motor Finance Ltd on 0161 496 0118, Carlow Logbook Loans Ltd and the other lenders in this report together with the seller, and get it in writing whether the agreements are settled.',
    ],
    [
      'an agreement without any details',
      { vdi: { financeCount: 1 } },
      {},
      'Money may be owed on it: 1 finance agreement.',
      'ring the lender together with the seller',
    ],
    [
      'exported, and the sources differ',
      { vdi: { exported: true, exportDate: '2026-01-09' } },
      {},
      'It was exported on 9 January 2026, says UK Vehicle Data’s full check; UK Vehicle Data’s vehicle record says that it was not.',
      'V5C',
    ],
    [
      'an export that is no longer marked',
      {},
      { specification: { exported: false, dateExported: '2026-01-09' } },
      'It was exported on 9 January 2026 and is no longer marked so, says UK Vehicle Data’s vehicle record; UK Vehicle Data’s full check says that it was not.',
      'V5C',
    ],
    [
      'marked for export',
      {},
      { licensing: { markedForExport: true } },
      'DVLA has it marked for export.',
      'Ask the seller why it is marked for export and is still here, and do not pay until DVLA has taken the marker off.',
    ],
    [
      'an import that is dated and not marked',
      { vdi: { imported: false, importDate: '2019-09-16' } },
      {},
      'It was imported on 16 September 2019; the same answer also says that it was not imported.',
      'import papers',
    ],
    [
      'imported',
      { vdi: { imported: true, importedFromOutsideEu: true, importDate: '2019-09-16', usedBeforeImport: true } },
      { specification: { imported: true } },
      'It was imported from outside the EU on 16 September 2019, already used.',
      'import papers',
    ],
    [
      'mileage',
      {},
      goesBack,
      'On 1 May 2026 its mileage was 21,000 miles lower than a year before (82,000, then 61,000).',
      'Ask the seller for service invoices that show its mileage between 1 May 2025 and 1 May 2026.',
    ],
    [
      'mileage twice',
      {},
      {
        testing: {
          tests: [82_000, 61_000, 70_000, 20_000].map((miles, index) => motTestFixture(`${2020 + index}-05-01`, miles)),
        },
      },
      'On 1 May 2023 its mileage was 50,000 miles lower than a year before (70,000, then 20,000), one of 2 such readings.',
      'between 1 May 2022 and 1 May 2023',
    ],
    [
      'a mileage anomaly that the tests do not show',
      { vdi: { mileageAnomaly: true } },
      {},
      'UK Vehicle Data’s full check marks its mileage as an anomaly; its MOT readings agree with each other.',
      'service invoices',
    ],
  ])('%s', (_name, full, setup, text, next) => {
    const decision = checked(full, setup);
    expect(decision.reasons[0]?.text).toBe(text);
    expect(decision.next).toContain(next);
  });

  test('the sentence of a write-off leaves a long explanation to the reason', () => {
    const { sentence } = checked({ vdi: { writtenOff: true, writeOffs: [{ ...loss, category: 'C' }] } });
    expect(sentence).toBe('An insurer wrote it off on 16 March 2024, category C.');
  });

  test('the sentence of finance names the lenders, the reason has the rest', () => {
    expect(checked({ vdi: { financeCount: 2, finance: [carlow, northgate] } }).sentence).toBe(
      'Money may be owed on it: 2 finance agreements, with Carlow Logbook Loans Ltd and Northgate Motor Finance Ltd.',
    );
  });

  test.each<[string, FullCheckSetup, string]>([
    [
      'two agreements, one with a name',
      { vdi: { financeCount: 2, finance: [northgate, { ...northgate, company: null }] } },
      '2 finance agreements, one with Northgate Motor Finance Ltd.',
    ],
    [
      'five agreements, one listed',
      { vdi: { financeCount: 5, finance: [northgate] } },
      '5 finance agreements, one with Northgate Motor Finance Ltd.',
    ],
    [
      'three agreements, two listed',
      { vdi: { financeCount: 3, finance: [carlow, northgate] } },
      '3 finance agreements, with Carlow Logbook Loans Ltd and Northgate Motor Finance Ltd among others.',
    ],
  ])('the sentence names no lender for an agreement without one: %s', (_name, full, sentence) => {
    expect(checked(full).sentence).toBe(`Money may be owed on it: ${sentence}`);
  });

  test('each cause can be found, at its level, with its source and time', () => {
    const all = checked(
      {
        vdi: {
          stolen: true,
          insurerTheftCount: 1,
          writtenOff: true,
          financeCount: 1,
          exported: true,
          imported: true,
          mileageAnomaly: true,
          identityInspected: true,
          scrapped: true,
        },
      },
      { licensing: { taxStatus: 'Untaxed' } },
    );
    expect(all.reasons.map(({ id }) => id)).toEqual([
      'police-stolen',
      'insurance-stolen',
      'written-off',
      'scrapped',
      'identity-inspection',
    ]);
    expect(all.more).toBe(4);
    for (const { level, source, at } of all.reasons) {
      expect({ level, source, at }).toEqual({ level: 'FAILED', source: 'UKVD', at: '2026-06-01T09:30:00.000Z' });
    }
    expect(adviceCauses).toHaveLength(10);
  });
});

describe('the messages of a caution', () => {
  const three = [motTestFixture('2026-05-01', 30), motTestFixture('2025-05-01', 20), motTestFixture('2024-05-01', 10)];
  test.each<[string, VehicleRecordSetup, string, string]>([
    [
      'untaxed',
      { licensing: { taxStatus: 'Untaxed', taxDueDate: '2026-05-01' } },
      'It is not taxed: its tax ended on 1 May 2026, 31 days ago.',
      'No tax since 1 May 2026, and nothing else in the free checks.',
    ],
    [
      'a lorry over forty without an MOT',
      {
        licensing: { motExpiryDate: '2026-01-12', revenueWeight: 7_500 },
        testing: 'not-held',
        specification: { dateFirstRegistered: '1980-01-01' },
      },
      'It has no MOT: the last one ended on 12 January 2026, 5 months ago; at its age it may need none, unless it is used commercially.',
      'No MOT since 12 January 2026',
    ],
    ['untaxed without a date', { licensing: { taxStatus: 'Untaxed', taxDueDate: null } }, 'It is not taxed.', 'No tax'],
    [
      'untaxed with a date to come',
      { licensing: { taxStatus: 'Untaxed', taxDueDate: '2026-09-01' } },
      'It is not taxed.',
      'No tax',
    ],
    [
      'SORN',
      { licensing: { taxStatus: 'SORN', taxDueDate: null } },
      'It is declared off the road (SORN): except to a booked MOT test, it must not be driven or parked on a public road.',
      'A SORN',
    ],
    [
      'tax that ends soon',
      { licensing: { taxDueDate: '2026-06-10' } },
      'Its tax ends in 9 days, on 10 June 2026; for a buyer it ends at the sale.',
      'Tax that ends in 9 days',
    ],
    [
      'tax that ends today',
      { licensing: { taxDueDate: today } },
      'Its tax ends today, 1 June 2026; for a buyer it ends at the sale.',
      'Tax that ends today',
    ],
    [
      'no MOT',
      {
        licensing: { motExpiryDate: null },
        testing: { tests: [motTestFixture('2025-01-10', 9, { expiryDate: '2026-01-12' })] },
      },
      'It has no MOT: the last one ended on 12 January 2026, 5 months ago.',
      'No MOT since 12 January 2026',
    ],
    [
      'no MOT, no date',
      { licensing: { motExpiryDate: null, motStatus: 'Not valid' }, testing: { tests: [] } },
      'It has no MOT.',
      'No MOT',
    ],
    [
      'first MOT overdue',
      { licensing: { motExpiryDate: null }, testing: { tests: [], motTestDueDate: '2026-05-20' } },
      'Its first MOT was due on 20 May 2026 and is not on record.',
      'No MOT since 20 May 2026',
    ],
    [
      'MOT that ends soon',
      { licensing: { motExpiryDate: '2026-06-20' }, testing: { tests: [] } },
      'Its MOT ends in 19 days, on 20 June 2026.',
      'An MOT that ends in 19 days',
    ],
    [
      'an open recall',
      { testing: { hasOutstandingRecall: 'Yes' } },
      'It has at least one outstanding safety recall.',
      'An open safety recall',
    ],
    ['a Q plate', { registration: 'Q123ABC' }, 'It has a Q plate: its age or identity is in doubt.', 'A Q plate'],
    [
      'keepers',
      { specification: { previousKeepers: 9, keeperChanges: [] } },
      'It has had 9 previous keepers, each for less than two years on average.',
      '9 previous keepers',
    ],
    [
      'keepers of a vehicle of unknown age',
      {
        specification: { previousKeepers: 6, keeperChanges: [], lastKeeperChange: null, dateFirstRegistered: null },
        licensing: { monthOfFirstRegistration: null, yearOfManufacture: null },
        testing: { firstUsedDate: null, registrationDate: null, manufactureDate: null },
      },
      'It has had 6 previous keepers.',
      '6 previous keepers',
    ],
    [
      'keepers by date',
      {
        specification: {
          previousKeepers: 3,
          lastKeeperChange: null,
          keeperChanges: ['2026-01-01', '2025-01-01', '2023-01-01'].map((date) => ({ date, previousKeepers: 3 })),
        },
      },
      'Its keeper changed 3 times in 3 years, most recently on 1 January 2026.',
      '3 changes of keeper in 3 years',
    ],
    [
      'keepers by date, within some years and months',
      {
        specification: {
          previousKeepers: 3,
          lastKeeperChange: null,
          keeperChanges: ['2025-05-08', '2024-01-01', '2022-01-24'].map((date) => ({ date, previousKeepers: 3 })),
        },
      },
      'Its keeper changed 3 times in under 4 years, most recently on 8 May 2025.',
      '3 changes of keeper in under 4 years',
    ],
    [
      'keepers by date, and calmer since',
      {
        specification: {
          previousKeepers: 6,
          lastKeeperChange: null,
          keeperChanges: ['2026-01-01', '2023-06-01', '2022-06-01', '2021-12-01', '2020-12-01', '2020-06-01'].map(
            (date) => ({ date, previousKeepers: 6 }),
          ),
        },
      },
      'It has had 6 previous keepers, and its keeper changed 5 times in 3 years, from 1 June 2020 to 1 June 2023.',
      '6 previous keepers',
    ],
    ['plates', { specification: { plateChangeCount: 3 } }, 'Its plate was changed 3 times.', '3 plate changes'],
    [
      'the same on the structure',
      {
        testing: {
          tests: three.map((each) => ({ ...each, ...noted('ADVISORY', 'Offside Rear Sill corroded (6.1.1 (c) (i))') })),
        },
      },
      '3 MOTs in a row, the latest on 1 May 2026, noted the same on its structure: “Offside Rear Sill corroded”.',
      'The same structure advisory at 3 MOTs in a row',
    ],
    [
      'a dangerous defect',
      {
        testing: {
          tests: [
            motTestFixture('2026-05-01', 9, {
              result: 'FAILED',
              ...noted('DANGEROUS', 'Nearside Front Tyre has ply or cords exposed (5.2.3 (d) (ii))', true),
            }),
          ],
        },
      },
      'Its latest MOT test, on 1 May 2026, found a dangerous defect: “Nearside Front Tyre has ply or cords exposed”.',
      'A dangerous defect at its latest MOT test',
    ],
    [
      'failed, and not tested since',
      {
        testing: {
          tests: [motTestFixture('2026-05-01', 9, { result: 'FAILED', ...noted('MAJOR', 'Horn not working (7.7)') })],
        },
      },
      'It failed its latest MOT test on 1 May 2026 with 1 defect and has not passed since.',
      'A failed MOT without a retest',
    ],
    [
      'a reading that does not fit',
      {
        testing: {
          tests: [61_000, 6_900, 77_000].map((miles, index) => motTestFixture(`${2024 + index}-05-01`, miles)),
        },
      },
      'One of its 3 mileage readings does not fit the others: 6,900 on 1 May 2025.',
      '1 mileage reading that does not fit',
    ],
    [
      'very high mileage',
      { testing: { tests: [motTestFixture('2026-05-01', 210_000)] } },
      'It had 210,000 miles on 1 May 2026, 23,652 a year; cars average 7,134 (Department for Transport, 2017).',
      'A very high mileage of 210,000',
    ],
    [
      'a taxi',
      { testing: { tests: [motTestFixture('2026-05-01', 50_000, noted('USER ENTERED', 'Roof sign fitted'))] } },
      'It may have been a taxi: a tester noted: “Roof sign fitted” (1 May 2026).',
      'Signs that it was a taxi',
    ],
  ])('%s', (_name, setup, text, sentence) => {
    const { reasons, sentence: sentenceText, verdict } = free(setup);
    expect(reasons.map((reason) => reason.text)).toContain(text);
    expect(sentenceText.toLowerCase()).toContain(sentence.toLowerCase());
    expect(verdict).toBe('LOOK INTO');
  });

  test.each<[string, VehicleRecordSetup]>([
    [
      'a dangerous defect that a retest put right',
      {
        testing: {
          tests: [
            motTestFixture('2026-05-03', 9),
            motTestFixture('2026-05-01', 9, { result: 'FAILED', ...noted('DANGEROUS', 'Brakes (1.1.1)', true) }),
          ],
        },
      },
    ],
    [
      'a defect put right at the station',
      { testing: { tests: [motTestFixture('2026-05-01', 9, noted('PRS', 'Lamp (4.1.1)', true))] } },
    ],
    [
      'a lorry that is driven far',
      {
        licensing: { typeApproval: 'N3' },
        testing: {
          tests: [100_000, 190_000, 280_000].map((miles, index) =>
            motTestFixture(`${2024 + index}-05-01`, miles, { dataSource: 'CVS' }),
          ),
        },
      },
    ],
    ['a failure dated in the future', { testing: { tests: [motTestFixture('2027-05-01', 9, { result: 'FAILED' })] } }],
    [
      'a car too young for an MOT',
      {
        registration: 'EV24ELE',
        licensing: { motExpiryDate: null },
        testing: { tests: [], motTestDueDate: '2027-05-20' },
      },
    ],
    ['recalls that DVSA knows nothing of', { testing: { hasOutstandingRecall: 'Unknown' } }],
    ['two previous keepers and one plate', { specification: { previousKeepers: 2, plateChangeCount: 1 } }],
  ])('%s is not a caution', (_name, setup) => {
    expect(free(setup)).toMatchObject({ verdict: 'NOTHING FOUND', reasons: [] });
  });

  test.each([{ scrapped: true }, { exported: true }])(
    'there is no caution about tax and MOT for a vehicle with %j',
    (specification) => {
      const { reasons } = free({
        specification,
        licensing: { taxStatus: 'Untaxed', taxDueDate: '2026-01-01', motExpiryDate: '2026-01-01' },
        testing: { tests: [motTestFixture('2026-05-01', 9, { result: 'FAILED' })] },
      });
      expect(reasons.map(({ id }) => id)).toEqual([specification.scrapped === true ? 'scrapped' : 'exported']);
    },
  );

  test('a note on the register of vehicles at risk comes first, and answers who may own it', () => {
    const highRisk = [
      { date: '2018-12-13', type: 'RENTAL OR LEASE', company: 'Tamebridge Rental Ltd', phone: '0121 496 0773' },
    ];
    const decision = checked({ vdi: { highRiskCount: 1, highRisk } }, { testing: { hasOutstandingRecall: 'Yes' } });
    expect(decision.reasons.map(({ id, level }) => [id, level])).toEqual([
      ['high-risk', 'LOOK'],
      ['recall', 'LOOK'],
    ]);
    expect(decision.reasons[0]?.text).toBe(
      'Tamebridge Rental Ltd has a note on the register of vehicles at risk: rental or lease since 13 December 2018.',
    );
    expect(decision.next).toBe(
      'Before you pay, ring Tamebridge Rental Ltd on 0121 496 0773 and get it in writing whether the seller may sell it.',
    );
    expect(decision.questions[1]).toEqual({
      id: 'owed',
      state: 'found',
      level: 'LOOK',
      answer: 'A note of rental or lease',
    });
  });
});

describe('the sentence', () => {
  test.each<[string, string, string]>([
    [
      'nothing found',
      free().sentence,
      'Nothing found in the free checks: taxed, MOT until 1 January 2027, 6 mileage readings in order and not scrapped, exported or imported.',
    ],
    [
      'passed',
      checked().sentence,
      'No theft, write-off, finance or scrapping on record, taxed, MOT until 1 January 2027 and 6 mileage readings in order.',
    ],
    [
      'passed, with something to look into',
      checked({}, { testing: { hasOutstandingRecall: 'Yes' } }).sentence,
      'An open safety recall; no theft, write-off, finance or scrapping on record.',
    ],
    [
      'passed, with something missing to look into',
      checked({}, { licensing: { taxStatus: 'Untaxed', taxDueDate: '2026-05-01' } }).sentence,
      'No tax since 1 May 2026; no theft, write-off, finance or scrapping on record.',
    ],
    [
      'passed, with more missing than there is',
      checked(
        {},
        {
          licensing: {
            taxStatus: 'SORN',
            taxDueDate: null,
            motStatus: 'Not valid',
            motExpiryDate: '2026-05-20',
          },
          testing: { tests: [] },
        },
      ).sentence,
      'No MOT since 20 May 2026 and a SORN; no theft, write-off, finance or scrapping on record.',
    ],
    [
      'more than one finding',
      checked({ vdi: { stolen: true, financeCount: 1 } }).sentence,
      'The police have it marked as stolen, and there is 1 more thing to look into.',
    ],
    [
      'more than three to look into',
      free({
        registration: 'Q123ABC',
        licensing: { taxStatus: 'SORN', taxDueDate: null },
        testing: { hasOutstandingRecall: 'Yes' },
        specification: { plateChangeCount: 4 },
      }).sentence,
      '4 things to look into: an open safety recall, a SORN, a Q plate and 1 more.',
    ],
    [
      'a source that did not answer',
      free({ specification: 'timeout' }).sentence,
      'Nothing was found, but UK Vehicle Data did not answer; nothing is known about scrapping, export and import.',
    ],
    [
      'DVLA without an export marker, and no other source',
      free({ specification: 'timeout', licensing: { markedForExport: false } }).sentence,
      'Nothing was found, but UK Vehicle Data did not answer; nothing is known about scrapping, export and import.',
    ],
    ['DVLA unavailable', free({ licensing: 'timeout' }).sentence, 'Nothing was found, but DVLA did not answer.'],
    [
      'a full check that did not answer',
      checked({ vdi: 'timeout' }).sentence,
      'Nothing was found, but UK Vehicle Data’s full check did not answer; nothing is known about theft, write-offs, identity checks and finance.',
    ],
    [
      'a vehicle record that did not answer, where the full check did',
      checked({ vdi: { mileageAnomaly: null } }, { specification: 'timeout', testing: { tests: [] } }).sentence,
      'No theft, write-off, finance or scrapping on record, but UK Vehicle Data’s vehicle record did not answer; nothing is known about mileage.',
    ],
    [
      'neither of the two',
      checked({ vdi: 'timeout' }, { specification: 'timeout' }).sentence,
      'Nothing was found, but UK Vehicle Data did not answer; nothing is known about theft, write-offs, scrapping, identity checks, finance, export and import.',
    ],
    [
      'a failed test whose mileage its retest corrected is no reading in order',
      free({
        testing: {
          tests: [motTestFixture('2026-05-01', 13_000), motTestFixture('2026-05-01', 130_000, { result: 'FAILED' })],
        },
      }).sentence,
      'Nothing found in the free checks: taxed, MOT until 1 January 2027 and not scrapped, exported or imported.',
    ],
  ])('%s', (_name, sentence, expected) => {
    expect(sentence).toBe(expected);
  });
});

describe('the clear part of a full check with findings', () => {
  const exported: VehicleRecordSetup = { specification: { exported: true } };
  test.each<[string, string | null, string | null]>([
    [
      'states what was paid for and is clear',
      checked({}, exported).clear,
      'No theft, write-off, finance or scrapping on record.',
    ],
    [
      'claims nothing of what was found',
      checked({ vdi: { financeCount: 1 } }).clear,
      'No theft, write-off or scrapping on record.',
    ],
    [
      'claims nothing of what was left open',
      checked({ vdi: { stolen: null, insurerTheftCount: null } }, exported).clear,
      'No write-off, finance or scrapping on record.',
    ],
    ['claims nothing without an answer', checked({ vdi: 'timeout' }, exported).clear, null],
    ['claims nothing that was not made', free(exported).clear, null],
    ['is not repeated: a pass has it in its sentence', checked().clear, null],
  ])('%s', (_name, clear, expected) => {
    expect(clear).toBe(expected);
  });
});

describe('the six questions', () => {
  const answers = (questions: readonly DecisionQuestion[]) =>
    Object.fromEntries(questions.map(({ id, state, answer }) => [id, `${state}: ${answer}`]));

  test('are always answered, in their order', () => {
    for (const decision of [free(), checked(), checked({ vdi: 'asking' }), free({ specification: 'timeout' })]) {
      expect(decision.questions.map(({ id }) => id)).toEqual([...decisionQuestions]);
    }
  });

  test('before the full check four are locked, and mileage and legal are free', () => {
    expect(answers(free().questions)).toEqual({
      stolen: 'locked: In the full check',
      owed: 'locked: In the full check',
      crashed: 'locked: In the full check',
      mileage: 'clear: 6 readings, all in order',
      legal: 'clear: Taxed, MOT until 1 January 2027',
      worth: 'locked: In the full check',
    });
  });

  test('after the full check all are answered', () => {
    expect(answers(checked().questions)).toEqual({
      stolen: 'clear: No police or insurer marker',
      owed: 'clear: No finance agreement recorded',
      crashed: 'clear: No insurer wrote it off',
      mileage: 'clear: 6 readings, all in order',
      legal: 'clear: Taxed, MOT until 1 January 2027',
      worth: 'clear: £6,800 from a private seller',
    });
  });

  test.each<[string, ReturnType<typeof free>, DecisionQuestionId, string]>([
    [
      'an identity check is found before the full check',
      free({ specification: { identityInspections: [{ date: null, result: null }] } }),
      'crashed',
      'found: A vehicle identity check',
    ],
    ['stolen', checked({ vdi: { stolen: true } }), 'stolen', 'found: A police stolen marker'],
    ['half an answer is none', checked({ vdi: { insurerTheftCount: null } }), 'stolen', 'unknown: Not available'],
    ['two agreements', checked({ vdi: { financeCount: 2 } }), 'owed', 'found: 2 finance agreements'],
    ['still asking', checked({ vdi: 'asking' }), 'owed', 'asking: Asking now'],
    ['no answer', checked({ vdi: 'timeout' }), 'crashed', 'unknown: Not available'],
    ['mileage that goes back', free(goesBack), 'mileage', 'found: Mileage that goes back by 21,000 miles'],
    [
      'one reading',
      free({ testing: { tests: [motTestFixture('2026-05-01', 9_000)] } }),
      'mileage',
      'unknown: Only one reading so far',
    ],
    [
      'a reading that its retest corrected does not count',
      free({
        testing: {
          tests: [
            motTestFixture('2026-05-01', 13_000),
            motTestFixture('2026-05-01', 130_000, { result: 'FAILED' }),
            motTestFixture('2025-05-01', 9_000),
          ],
        },
      }),
      'mileage',
      'clear: 2 readings, all in order',
    ],
    [
      'a lorry that is driven far',
      free({
        licensing: { typeApproval: 'N3' },
        testing: {
          tests: [100_000, 190_000, 280_000].map((miles, index) =>
            motTestFixture(`${2024 + index}-05-01`, miles, { dataSource: 'CVS' }),
          ),
        },
      }),
      'mileage',
      'clear: 3 readings, none goes back',
    ],
    ['no reading', free({ testing: { tests: [] } }), 'mileage', 'unknown: No MOT reading yet'],
    [
      'no reading, and the full check has no anomaly',
      checked({}, { testing: { tests: [] } }),
      'mileage',
      'unknown: No reading yet: nothing to compare',
    ],
    [
      'tests not answered, and the full check has no anomaly',
      checked({}, { testing: 'timeout' }),
      'mileage',
      'clear: No mileage anomaly on record',
    ],
    [
      'one reading, and the full check silent on mileage',
      checked({ vdi: { mileageAnomaly: null } }, { testing: { tests: [motTestFixture('2026-05-01', 9_000)] } }),
      'mileage',
      'unknown: Only one reading so far',
    ],
    [
      'no reading, and no mileage from the full check',
      checked({ vdi: { mileageAnomaly: null } }, { testing: { tests: [] } }),
      'mileage',
      'unknown: No MOT reading yet',
    ],
    ['tests not answered', free({ testing: 'timeout' }), 'mileage', 'unknown: Not available'],
    ['scrapped', free({ specification: { scrapped: true } }), 'legal', 'found: A scrapping record'],
    ['exported', free({ specification: { exported: true } }), 'legal', 'found: An export record'],
    ['marked for export', free({ licensing: { markedForExport: true } }), 'legal', 'found: An export marker'],
    ['SORN', free({ licensing: { taxStatus: 'SORN', taxDueDate: null } }), 'legal', 'found: A SORN'],
    [
      'tax unknown',
      free({ licensing: 'timeout', specification: 'timeout' }),
      'legal',
      'unknown: MOT valid; tax not available',
    ],
    ['no valuation', checked({ valuation: 'not-held' }), 'worth', 'unknown: Not available'],
    [
      'a valuation without a price',
      checked({ valuation: { privateAverage: 0, privateClean: null, dealerForecourt: 0, partExchange: null } }),
      'worth',
      'unknown: Not available',
    ],
    [
      'a dealer’s price alone',
      checked({ valuation: { privateAverage: null, privateClean: null } }),
      'worth',
      'clear: £7,950 from a dealer',
    ],
    ['a price of a stolen car', checked({ vdi: { stolen: true } }), 'worth', 'clear: £6,800 if its record were clean'],
  ])('%s', (_name, { questions }, id, expected) => {
    expect(answers(questions)[id]).toBe(expected);
  });
});

test.each<[string, ReturnType<typeof free>, DecisionQuestionId, DecisionQuestion['level']]>([
  ['stolen', checked({ vdi: { stolen: true } }), 'stolen', 'FAILED'],
  ['written off', checked({ vdi: { writtenOff: true } }), 'crashed', 'FAILED'],
  ['scrapped', free({ specification: { scrapped: true } }), 'legal', 'FAILED'],
  ['exported', free({ specification: { exported: true } }), 'legal', 'WARNING'],
  ['mileage that goes back', free(goesBack), 'mileage', 'WARNING'],
  ['SORN', free({ licensing: { taxStatus: 'SORN', taxDueDate: null } }), 'legal', 'LOOK'],
  ['nothing found', checked(), 'stolen', null],
  ['locked', free(), 'stolen', null],
])('a question has the level of its finding: %s', (_name, { questions }, id, level) => {
  expect(questions.find((question) => question.id === id)?.level).toBe(level);
});

test('a Q plate is seen on the plate and has no source', () => {
  const { reasons } = free({ registration: 'Q123ABC', licensing: 'timeout' });
  expect(reasons.find(({ id }) => id === 'q-plate')).toMatchObject({ source: null, at: null });
});

describe('the next step of a car with a finding', () => {
  const recalled: VehicleRecordSetup = { testing: { hasOutstandingRecall: 'Yes' } };
  const unlock = / Unlock the full check before you pay: it asks about theft, finance, write-off and value\.$/;
  test.each<[string, VehicleRecordSetup, FullCheckSetup, ReturnType<typeof free>['verdict'][], boolean]>([
    ['something to look into', recalled, {}, ['LOOK INTO', 'PASSED'], true],
    ['a lawful import', { specification: { imported: true } }, {}, ['LOOK INTO', 'PASSED'], true],
    ['a warning', goesBack, {}, ['WARNING', 'WARNING'], true],
    ['a warning and a failure of the full check', goesBack, { vdi: { stolen: true } }, ['WARNING', 'FAILED'], true],
    ['a failure', { specification: { scrapped: true } }, {}, ['FAILED', 'FAILED'], false],
  ])('names the full check before it, not after it: %s', (_name, setup, full, verdicts, isNamed) => {
    const [before, after] = [free(setup), checked(full, setup)];
    expect([before.verdict, after.verdict]).toEqual(verdicts);
    expect(unlock.test(before.next)).toBe(isNamed);
    expect(before.next).toMatch(/^(?:Ask|Don’t buy)/);
    expect(after.next).not.toMatch(/full check/);
  });
});

describe('the next step', () => {
  test.each<[string, string, string]>([
    [
      'nothing found',
      free().next,
      'Unlock the full check before you pay: it asks about theft, finance, write-off and value.',
    ],
    [
      'passed',
      checked().next,
      'See the car and its V5C, and compare the last five characters of its VIN with this report before you pay.',
    ],
    [
      'a source did not answer',
      free({ specification: 'timeout' }).next,
      'Look at this report again in a few minutes, before you decide.',
    ],
    [
      'the full check did not answer',
      checked({ vdi: 'timeout' }).next,
      'What is missing is not a pass: ask the seller about it, and look at this report again before you pay.',
    ],
    ['still asking', checked({ vdi: 'asking' }).next, 'Wait for the other answers before you decide.'],
  ])('%s', (_name, next, expected) => {
    expect(next).toBe(expected);
  });
});
