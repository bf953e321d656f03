import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryVehicle } from '../../testing/any-vehicle.ts';
import type { AdviceCause } from '../../verdict/causes.ts';
import { adviceCauseAnswers } from '../../verdict/decision-causes.ts';
import { frequentChangeCautions } from '../../verdict/decision-cautions.ts';
import type { VdiCheck } from '../../vehicle/record/full-check.ts';
import { vdiCheckWithoutEntries, fullCheckFixture, type FullCheckSetup } from '../../testing/full-checks.ts';
import { vehicleRecordFixture, type VehicleRecordSetup, motTestFixture } from '../../testing/vehicle-records.ts';
import { addDays, isCalendarDay } from '../../kernel/time/london-date.ts';
import { formatTimeBetween } from './time-between.ts';
import { vehicleTimeline } from './vehicle-timeline.ts';

const today = '2026-06-01';

/** The timeline of a car of 2016 with nothing but what the setup adds. */
function storyOf(setup: VehicleRecordSetup, check: FullCheckSetup | null = null) {
  const record = vehicleRecordFixture({
    ...setup,
    licensing: {
      dateOfLastV5CIssued: null,
      monthOfFirstRegistration: '2016-05',
      motExpiryDate: null,
      markedForExport: false,
      ...(setup.licensing as object),
    },
    testing: {
      firstUsedDate: '2016-05-10',
      registrationDate: '2016-05-10',
      manufactureDate: null,
      tests: [],
      ...(setup.testing as object),
    },
    specification: {
      dateFirstRegistered: '2016-05-10',
      previousKeepers: 0,
      lastKeeperChange: null,
      keeperChanges: [],
      plateChangeCount: 0,
      plateChanges: [],
      colourChangeCount: 0,
      colourChanges: [],
      identityInspections: [],
      ...(setup.specification as object),
    },
  });
  return vehicleTimeline({ record, fullCheck: check === null ? null : fullCheckFixture(check), today });
}

const lines = (...of: Parameters<typeof storyOf>) => storyOf(...of).events.map(({ date, title }) => `${date} ${title}`);
const findings = (...of: Parameters<typeof storyOf>) => storyOf(...of).findings.map(({ words }) => words);

const kept = (...dates: string[]) => ({
  previousKeepers: dates.length,
  keeperChanges: dates.map((date, index) => ({ date, previousKeepers: index + 1 })).toReversed(),
});
const replated = (date: string) => ({
  plateChangeCount: 1,
  plateChanges: [{ currentRegistration: 'AB12CDE', previousRegistration: 'WO16WOF', date }],
});
const lossOn = (lossDate: string | null, enteredOn: string | null = null): FullCheckSetup => ({
  vdi: {
    writtenOff: true,
    writeOffCount: 1,
    writeOffs: [{ lossDate, enteredOn, lossType: 'ACCIDENTAL DAMAGE', category: 'S' }],
  },
});
const financeOn = (agreementDate: string, termMonths: number | null): FullCheckSetup => ({
  vdi: {
    financeCount: 1,
    finance: [
      { agreementDate, type: 'HIRE PURCHASE', termMonths, number: '1', company: 'X', phone: null, description: null },
    ],
  },
});
const passed = (day: string, miles: number | null = null, expiryDate: string | null = null) =>
  motTestFixture(day, miles, { expiryDate });

describe('events', () => {
  test('cover a whole history, oldest first, each with its source and whether only the check has it', () => {
    const { events } = storyOf(
      {
        licensing: { dateOfLastV5CIssued: '2022-02-01' },
        testing: {
          tests: [
            passed('2019-05-09', 21_000),
            motTestFixture('2019-05-01', 21_000, {
              result: 'FAILED',
              defects: [{ type: 'MAJOR', text: 'Tyre', dangerous: false }],
            }),
          ],
        },
        specification: {
          ...kept('2021-03-03'),
          ...replated('2022-01-20'),
          colourChangeCount: 1,
          colourChanges: [{ previousColour: 'RED', date: '2022-01-25' }],
        },
      },
      {
        vdi: {
          ...vdiCheckWithoutEntries,
          ...(lossOn('2021-12-28', '2022-01-05').vdi as object),
          financeCount: 1,
          finance: [
            {
              agreementDate: '2021-03-10',
              type: 'HIRE PURCHASE',
              termMonths: 48,
              number: '1',
              company: 'NORTHGATE',
              phone: null,
              description: null,
            },
          ],
        },
      },
    );
    expect(events.map(({ date, title, source, isFromCheck }) => [date, title, source, isFromCheck])).toEqual([
      ['2016-05-10', 'First registered', 'UKVD', false],
      ['2019-05-01', 'Failed its MOT at 21,000 miles', 'DVSA', false],
      ['2019-05-09', 'Passed its MOT at 21,000 miles', 'DVSA', false],
      ['2021-03-03', 'Changed hands: keeper 2', 'UKVD', false],
      ['2021-03-10', 'A finance agreement with NORTHGATE', 'UKVD', true],
      ['2021-12-28', 'An insurance loss: category S', 'UKVD', true],
      ['2022-01-20', 'Plate changed from WO16 WOF to AB12 CDE', 'UKVD', false],
      ['2022-01-25', 'Colour changed: it was red before', 'UKVD', false],
      ['2022-02-01', 'Latest log book (V5C) issued', 'DVLA', false],
    ]);
    expect(events.find(({ kind }) => kind === 'loss')?.detail).toBe(
      'Accidental damage. Entered in the insurers’ register on 5 January 2022.',
    );
    expect(events[1]?.detail).toBe('1 reason for failure.');
  });

  test('show only the month if no source has the day', () => {
    const { events } = vehicleTimeline({
      record: vehicleRecordFixture({ testing: 'timeout', specification: 'not-held' }),
      fullCheck: null,
      today,
    });
    expect(events[0]).toMatchObject({ kind: 'registration', precision: 'month', source: 'DVLA' });
  });

  test('theft, import, export, scrapping and identity checks', () => {
    expect(
      lines(
        {
          specification: {
            exported: true,
            dateExported: '2024-01-01',
            scrapped: true,
            dateScrapped: '2025-01-01',
            identityInspections: [{ date: '2013-04-18', result: 'PASS' }],
          },
        },
        {
          vdi: {
            stolen: true,
            stolenDate: '2023-01-01',
            stolenPoliceForce: 'KENT POLICE',
            stolenSource: 'PNC',
            imported: true,
            importDate: '2016-06-01',
            exported: true,
            exportDate: '2024-01-03',
          },
        },
      ),
    ).toEqual([
      '2013-04-18 Passed a vehicle identity check (VIC)',
      '2016-05-10 First registered',
      '2016-06-01 Imported',
      '2023-01-01 Reported stolen',
      '2024-01-01 Exported',
      '2025-01-01 Scrapped',
    ]);
  });

  test('a test that is listed twice is one event, a fail and a pass of one second are two', () => {
    const twice = passed('2024-05-01', 40_000);
    expect(lines({ testing: { tests: [twice, { ...twice }, { ...twice, result: 'FAILED' }] } }).slice(1)).toEqual([
      '2024-05-01 Failed its MOT at 40,000 miles',
      '2024-05-01 Passed its MOT at 40,000 miles',
    ]);
  });

  test('kilometres are shown as recorded', () => {
    expect(
      lines({ testing: { tests: [motTestFixture('2024-05-01', 0, { odometer: { value: 80_000, unit: 'KM' } })] } })[1],
    ).toBe('2024-05-01 Passed its MOT at 80,000 km');
  });

  test('an entry without a valid past day is listed next to the timeline, never in it', () => {
    const { events, undatedEntries } = storyOf({
      testing: { tests: [passed('2027-12-26', 12)] },
      specification: {
        previousKeepers: 3,
        keeperChanges: [
          { date: null, previousKeepers: 2 },
          { date: '2026-02-30', previousKeepers: 3 },
        ],
        plateChangeCount: 2,
        plateChanges: [{ currentRegistration: null, previousRegistration: 'M7KPR', date: '0001-01-01' }],
      },
    });
    expect(events.map(({ kind }) => kind)).toEqual(['registration']);
    expect(undatedEntries.map(({ why, words }) => [why, words])).toEqual([
      ['no-date', '1 more plate change'],
      ['no-date', 'Keeper 3, date not recorded'],
      ['no-date', '1 more change of keeper'],
      ['impossible', 'Plate changed from M7 KPR'],
      ['impossible', 'Changed hands: keeper 4'],
      ['future', 'Passed its MOT at 12 miles'],
    ]);
  });

  test.each<[string, VehicleRecordSetup, string[]]>([
    ['DVLA alone', { testing: 'timeout', specification: 'not-held' }, ['registration', 'log-book']],
    [
      'DVSA alone',
      { licensing: 'not-held', specification: 'timeout', testing: { tests: [passed('2026-05-01')] } },
      ['registration', 'test'],
    ],
    ['no source', { licensing: 'timeout', testing: 'timeout', specification: 'timeout' }, []],
  ])('of %s', (_name, setup, kinds) => {
    const { events, missing } = vehicleTimeline({ record: vehicleRecordFixture(setup), fullCheck: null, today });
    expect([...new Set(events.map(({ kind }) => kind))].toSorted()).toEqual(kinds.toSorted());
    expect(missing).not.toBeNull();
  });

  test('events that need a full check are locked before one, listed after it, or missing with a reason', () => {
    expect(storyOf({}).check).toEqual({ state: 'locked' });
    expect(storyOf({}, {}).check).toEqual({ state: 'told' });
    expect(storyOf({}, { vdi: 'timeout' }).check).toEqual({
      state: 'missing',
      why: 'UK Vehicle Data did not answer in time.',
    });
  });
});

describe('what the full check counts or marks', () => {
  const written = { lossDate: '2021-12-30', enteredOn: null, lossType: null, category: 'S' };
  const owed = {
    agreementDate: '2022-03-01',
    type: null,
    termMonths: null,
    number: null,
    company: null,
    phone: null,
    description: null,
  };
  test.each<[string, Partial<VdiCheck>, string[]]>([
    ['a write-off, by its marker alone', { writtenOff: true }, ['1 loss to an insurer, without details']],
    ['two write-offs', { writeOffCount: 2 }, ['2 losses to insurers, without details']],
    [
      'two write-offs, one of them listed',
      { writtenOff: true, writeOffCount: 2, writeOffs: [written] },
      ['1 more loss to an insurer, without details'],
    ],
    ['a listed write-off', { writtenOff: true, writeOffCount: null, writeOffs: [written] }, []],
    ['agreements', { financeCount: 2 }, ['2 finance agreements, without details']],
    [
      'agreements, one of them listed',
      { financeCount: 3, finance: [owed] },
      ['2 more finance agreements, without details'],
    ],
    ['notes', { highRiskCount: 1 }, ['1 note on the register of vehicles at risk, without details']],
    ['a theft without a day', { stolen: true }, ['Reported stolen']],
    [
      'a theft known to police and insurers',
      { stolen: true, insurerTheftCount: 2 },
      ['Reported stolen', '2 thefts recorded by insurers, without details'],
    ],
    [
      'two thefts, one of them with its day',
      { insurerTheftCount: 2, stolenDate: '2022-01-01' },
      ['1 more theft recorded by an insurer, without details'],
    ],
    ['an identity check', { identityInspected: true }, ['A vehicle identity check (VIC)']],
    ['a mileage anomaly', { mileageAnomaly: true }, ['Its mileage is marked as an anomaly']],
    ['nothing', {}, []],
  ])('is listed next to the timeline if it has no day: %s', (_name, vdi, words) => {
    expect(
      storyOf({}, { vdi: { previousKeepers: 0, ...vdi } })
        .undatedEntries.map((each) => each.words)
        .toSorted(),
    ).toEqual(words.toSorted());
  });

  test('a register that did not answer is named', () => {
    const silent = { stolen: null, insurerTheftCount: null, writtenOff: null, writeOffCount: null, financeCount: null };
    expect(storyOf({}, { vdi: silent }).check).toEqual({
      state: 'partly',
      why: 'UK Vehicle Data answered, but said nothing about theft, write-offs and finance.',
    });
    expect(storyOf({}, { vdi: { highRiskCount: null } }).check).toMatchObject({
      why: expect.stringMatching(/about vehicles at risk/),
    });
  });

  test('every cause of the verdict is in the history', () => {
    const expected: Partial<Record<AdviceCause, RegExp>> = {
      'police-stolen': /^Reported stolen/,
      'insurance-stolen': /thefts? recorded/i,
      'written-off': /loss/i,
      scrapped: /^Scrapped/,
      'identity-inspection': /identity check/,
      finance: /finance agreement/i,
      imported: /^Imported/,
    };
    fc.assert(
      fc.property(arbitraryVehicle, ({ record, fullCheck, today: day }) => {
        const { events, undatedEntries } = vehicleTimeline({ record, fullCheck, today: day });
        const texts = [...events.map(({ title }) => title), ...undatedEntries.map((each) => each.words)];
        for (const { cause, state } of adviceCauseAnswers(record, fullCheck)) {
          const wanted = expected[cause];
          if (state === 'yes' && wanted !== undefined) expect(texts).toContainEqual(expect.stringMatching(wanted));
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the verdict’s findings about keepers and plates', () => {
  const dates = ['2019-01-10', '2020-06-01', '2021-11-20', '2023-02-01'];
  test('are in the history, with the same text and after the last change', () => {
    const { events, findings: found } = storyOf({ specification: kept(...dates) });
    expect(found.map(({ words }) => words)).toEqual([
      expect.stringMatching(/^Its keeper changed 4 times in under 5 years, most recently on 1 February 2023$/),
    ]);
    expect(found[0]?.rests).toEqual(events.filter(({ kind }) => kind === 'keeper').map(({ id }) => id));
  });

  test('refer to the first registration if only their number is known', () => {
    const { findings: found } = storyOf({ specification: { previousKeepers: 9, plateChangeCount: 3 } });
    expect(found.map(({ words, rests }) => [words, rests])).toEqual([
      ['It has had 9 previous keepers, each for less than two years on average', ['registration-2016-05-10-1']],
      ['Its plate was changed 3 times', ['registration-2016-05-10-1']],
    ]);
  });

  test('are never left out', () => {
    fc.assert(
      fc.property(arbitraryVehicle, ({ record, fullCheck, today: day }) => {
        const { findings: found, undatedEntries } = vehicleTimeline({ record, fullCheck, today: day });
        const pace = frequentChangeCautions({ record, fullCheck, today: day });
        if (pace.length > 0) expect(found.length + undatedEntries.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});

describe('clusters', () => {
  test.each<[string, VehicleRecordSetup, FullCheckSetup | null, string[]]>([
    [
      'plate after the loss',
      { specification: replated('2022-01-20') },
      lossOn('2021-12-30'),
      ['The plate changed 3 weeks after the loss'],
    ],
    ['plate long after the loss', { specification: replated('2023-01-20') }, lossOn('2021-12-30'), []],
    ['plate before the loss', { specification: replated('2021-01-20') }, lossOn('2021-12-30'), []],
    [
      'plate on the day of the loss',
      { specification: replated('2021-12-30') },
      lossOn('2021-12-30'),
      ['The plate changed on the same day as the loss'],
    ],
    ['a loss that only the register dates', { specification: replated('2022-01-20') }, lossOn(null, '2021-12-30'), []],
    ['an undated loss', { specification: replated('2022-01-20') }, lossOn(null), []],
    ['the loss is unknown without the full check', { specification: replated('2022-01-20') }, null, []],
    [
      'sold after the loss',
      { specification: kept('2022-02-01') },
      lossOn('2021-12-30'),
      ['It changed hands 5 weeks after the loss'],
    ],
    [
      'two changes of keeper',
      { specification: kept('2020-01-01', '2024-01-01', '2024-04-20') },
      null,
      [
        'It changed hands twice within 4 months',
        'Its keeper changed 3 times in under 5 years, most recently on 20 April 2024',
      ],
    ],
    [
      'three changes of keeper',
      { specification: kept('2024-01-01', '2024-04-20', '2024-08-01') },
      null,
      ['It changed hands 3 times within 7 months'],
    ],
    [
      'readings on both sides of a drop',
      {
        testing: {
          tests: [
            passed('2023-05-01', 70_000, '2024-04-30'),
            passed('2024-05-01', 82_000, '2025-04-30'),
            passed('2025-05-01', 61_000, '2026-04-30'),
            passed('2026-05-01', 69_000, '2027-04-30'),
            passed('2019-05-01', 40_000, '2023-04-30'),
          ],
        },
      },
      null,
      ['The readings go back by 21,000 miles between two tests, 12 months apart'],
    ],
    ['bought on credit', { specification: kept('2022-02-01') }, financeOn('2022-01-28', 48), []],
    ['recorded some weeks after', { specification: kept('2022-02-26') }, financeOn('2022-01-28', 48), []],
    ['financed by the keeper before the sale', { specification: kept('2022-02-01') }, financeOn('2022-02-01', 48), []],
    [
      'sold while an agreement ran',
      { specification: kept('2022-09-28') },
      financeOn('2022-01-28', 48),
      ['It changed hands 8 months after the start of a finance agreement, within its term'],
    ],
    ['sold after its term', { specification: kept('2026-02-01') }, financeOn('2022-01-28', 48), []],
    ['an agreement without a term', { specification: kept('2022-09-28') }, financeOn('2022-01-28', null), []],
    ['a term that is implausible', { specification: kept('2022-09-28') }, financeOn('2022-01-28', 4_800), []],
    ['changes of keeper far apart', { specification: kept('2020-01-01', '2022-01-01') }, null, []],
    [
      'the newest reading is lower, and the keeper changed',
      {
        testing: {
          tests: [
            passed('2024-05-01', 82_000, '2025-04-30'),
            passed('2025-05-01', 61_000, '2026-06-30'),
            passed('2023-05-01', 70_000, '2024-04-30'),
            passed('2019-05-01', 40_000, '2023-04-30'),
          ],
        },
        specification: kept('2024-11-05'),
      },
      null,
      [
        'The readings go back by 21,000 miles between two tests, 12 months apart; in between it changed hands on 5 November 2024; one mistyped reading may be the reason',
      ],
    ],
    [
      'tested after it was scrapped',
      {
        testing: { tests: [passed('2019-05-01', null, '2025-05-01'), passed('2025-03-01')] },
        specification: { scrapped: true, dateScrapped: '2025-01-01' },
      },
      null,
      ['It was tested here 8 weeks after it was recorded as scrapped'],
    ],
  ])('%s', (_name, setup, check, words) => {
    expect(findings(setup, check)).toEqual(words);
  });
});

describe('gaps', () => {
  const gapOf = (
    tests: ReturnType<typeof motTestFixture>[],
    specification: NonNullable<VehicleRecordSetup['specification']> = {},
  ) => findings({ testing: { tests }, specification });
  test.each<[string, ReturnType<typeof motTestFixture>[], string[]]>([
    ['a test a year', [passed('2019-05-01', 1, '2020-03-29'), passed('2020-03-20', 2, '2026-12-01')], []],
    [
      'none for 26 months',
      [passed('2019-05-01', 20_000, '2022-04-30'), passed('2024-07-01', 38_000, '2026-12-01')],
      ['No MOT for 26 months, from 1 May 2022 to 1 July 2024; 18,000 miles were driven between the tests around it'],
    ],
    ['a test some weeks late', [passed('2019-05-01', 1, '2022-04-30'), passed('2022-06-01', 2, '2026-12-01')], []],
    ['extended in 2020', [passed('2019-05-01', 1, '2020-04-30'), passed('2020-10-20', 2, '2026-12-01')], []],
    ['to this day', [passed('2019-05-01', 1, '2025-04-30')], ['No MOT for 13 months, from 1 May 2025 to this day']],
    [
      'the first test late',
      [passed('2021-05-01', 1, '2026-12-01')],
      ['No MOT for 24 months, from 10 May 2019 to 1 May 2021'],
    ],
    ['never tested: the MOT card covers it', [], []],
    [
      'no expiry recorded: a year',
      [passed('2019-05-01'), passed('2020-03-25'), passed('2021-03-24', 3, '2026-12-01')],
      [],
    ],
  ])('%s', (_name, tests, words) => {
    expect(gapOf(tests)).toEqual(words);
  });

  test('name the other events during them', () => {
    const tests = [passed('2019-05-01', 20_000, '2022-04-30'), passed('2024-07-01', 38_000, '2026-12-01')];
    expect(gapOf(tests, { ...kept('2023-01-01'), ...replated('2023-09-20') })).toEqual([
      'No MOT for 26 months, from 1 May 2022 to 1 July 2024, while it changed hands and its plate changed; 18,000 miles were driven between the tests around it',
    ]);
  });

  test('mention that the car is off the road to this day', () => {
    const tests = [passed('2019-05-01', 1, '2025-04-30')];
    expect(findings({ testing: { tests }, licensing: { taxStatus: 'SORN' } })).toEqual([
      'No MOT for 13 months, from 1 May 2025 to this day; it is declared off the road (SORN)',
    ]);
  });

  test('exclude a loss that only the register dates', () => {
    const tests = [passed('2019-05-01', 20_000, '2022-04-30'), passed('2024-07-01', 38_000, '2026-12-01')];
    expect(findings({ testing: { tests } }, lossOn(null, '2023-01-01'))[0]).not.toMatch(/loss/);
    expect(findings({ testing: { tests } }, lossOn('2023-01-01'))[0]).toMatch(/while an insurer recorded a loss/);
  });

  const northern = (day: string, expiryDate: string) => motTestFixture(day, null, { expiryDate, dataSource: 'DVA NI' });
  test.each<[string, VehicleRecordSetup]>([
    [
      'two tests of Northern Ireland',
      { testing: { tests: [northern('2019-05-01', '2020-04-30'), northern('2021-09-01', '2026-12-01')] } },
    ],
    [
      'the first test there',
      { testing: { tests: [passed('2019-05-01', 1, '2020-04-30'), northern('2021-09-01', '2026-12-01')] } },
    ],
    ['the newest test there', { testing: { tests: [northern('2019-05-01', '2020-04-30')] } }],
    [
      'a plate of Northern Ireland',
      { registration: 'MNZ4827', testing: { tests: [passed('2021-05-01', 1, '2026-12-01')] } },
    ],
    ['an import', { specification: { imported: true }, testing: { tests: [passed('2021-05-01', 1, '2026-12-01')] } }],
    ['exported', { specification: { exported: true }, testing: { tests: [passed('2019-05-01', 1, '2022-04-30')] } }],
    [
      'over forty years old',
      {
        licensing: { monthOfFirstRegistration: '1980-03' },
        testing: {
          firstUsedDate: '1980-03-02',
          registrationDate: null,
          tests: [passed('2020-03-02', 1, '2021-03-01')],
        },
        specification: { dateFirstRegistered: '1980-03-02' },
      },
    ],
  ])('none is claimed of %s', (_name, setup) => {
    expect(findings(setup).filter((sentence) => sentence.startsWith('No MOT'))).toEqual([]);
  });
});

test('a loss without its own day never claims an order, for any register entries', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 400 }), (entered, changed) => {
      const day = (days: number) => addDays('2022-01-01', days);
      const setup = { specification: { ...kept(day(changed)), ...replated(day(changed)) } };
      expect(findings(setup, lossOn(null, day(entered))).join()).not.toMatch(/loss/);
    }),
  );
});

test('a change of keeper within a month of an agreement is never a finding, for any term', () => {
  fc.assert(
    fc.property(fc.integer({ min: -400, max: 30 }), fc.integer({ min: -5, max: 5_000 }), (days, term) => {
      const setup = { specification: kept(addDays('2022-02-01', days)) };
      expect(findings(setup, financeOn('2022-02-01', term))).toEqual([]);
    }),
  );
});

test.each([
  ['2026-05-01', '2026-05-01', 'the same day'],
  ['2026-05-01', '2026-05-02', '1 day'],
  ['2026-05-01', '2026-05-22', '3 weeks'],
  ['2026-01-01', '2026-05-01', '4 months'],
  ['2024-01-01', '2026-03-01', '26 months'],
  ['2016-01-01', '2026-03-01', '10 years'],
])('%s to %s is %s', (from, to, words) => {
  expect(formatTimeBetween(from, to)).toBe(words);
});

test('for any record, events are in order with a real day and a source, and findings refer to existing events', () => {
  fc.assert(
    fc.property(arbitraryVehicle, ({ record, fullCheck, today: day }) => {
      const story = vehicleTimeline({ record, fullCheck, today: day });
      const { events, findings: found, undatedEntries } = story;
      const ids = events.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(events.map(({ date }) => date)).toEqual(events.map(({ date }) => date).toSorted());
      const sections = [
        record.licensing,
        record.testing,
        record.specification,
        ...(fullCheck === null ? [] : [fullCheck.vdi]),
      ];
      for (const { date, source, at, title, isFromCheck } of events) {
        expect(isCalendarDay(date) && date <= day).toBe(true);
        expect(title).not.toMatch(/undefined|NaN|null/);
        expect(
          sections.some((section) => section.state === 'found' && section.source === source && section.at === at),
        ).toBe(true);
        if (isFromCheck) expect(fullCheck).not.toBeNull();
      }
      for (const { rests, words } of found) {
        expect(rests.length).toBeGreaterThan(0);
        expect(rests.every((id) => ids.includes(id))).toBe(true);
        expect(rests).toEqual(rests.toSorted((a, b) => ids.indexOf(a) - ids.indexOf(b)));
        expect(words).not.toMatch(/undefined|NaN|null/);
      }
      expect(undatedEntries.every(({ words }) => words !== '')).toBe(true);
      expect(vehicleTimeline({ record, fullCheck, today: day })).toEqual(story);
    }),
  );
});

test('the order of a source’s lists does not change the order of the days', () => {
  fc.assert(
    fc.property(arbitraryVehicle, ({ record, today: day }) => {
      const { testing } = record;
      if (testing.state !== 'found') return;
      const turned = {
        ...record,
        testing: { ...testing, data: { ...testing.data, tests: testing.data.tests.toReversed() } },
      };
      const dates = (of: typeof record) =>
        vehicleTimeline({ record: of, fullCheck: null, today: day }).events.map(
          ({ date, title }) => `${date} ${title}`,
        );
      expect(dates(turned).toSorted()).toEqual(dates(record).toSorted());
      expect(dates(turned).map((line) => line.slice(0, 10))).toEqual(dates(record).map((line) => line.slice(0, 10)));
    }),
    { numRuns: 50 },
  );
});
