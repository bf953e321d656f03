import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { FinanceAgreement } from '../../vehicle/record/full-check.ts';
import type { DvlaTaxStatus, PlateChange, MotTestingData } from '../../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { vehicleRecordFixture, motTestFixture } from '../../testing/vehicle-records.ts';
import { addDays } from '../../kernel/time/london-date.ts';
import { detectFinanceChanges } from './compare-finance.ts';
import { detectLicensingChanges, type LastKnownLicensing } from './compare-licensing.ts';
import { detectSpecificationChanges } from './compare-specification.ts';
import { detectMotTestingChanges, type LastKnownMotTesting } from './compare-mot-testing.ts';
import { detectMonthlyValueChange } from './compare-monthly-value.ts';

const today = '2026-11-22';

describe('tax', () => {
  const known: LastKnownLicensing = { taxStatus: 'Taxed', taxDueOn: '2027-03-31' };

  test.each<[string, LastKnownLicensing | null, DvlaTaxStatus | null, IsoDate | null, unknown[]]>([
    ['the first check reports nothing, even for an untaxed car', null, 'Untaxed', '2026-03-31', []],
    ['the same response reports nothing', known, 'Taxed', '2027-03-31', []],
    ['a renewal is not reported', known, 'Taxed', '2028-03-31', []],
    ['a response without a status changes nothing', known, null, null, []],
    [
      'untaxed',
      known,
      'Untaxed',
      '2027-03-31',
      [{ kind: 'tax-status', from: 'Taxed', to: 'Untaxed', dueOn: '2027-03-31' }],
    ],
    ['SORN has no date', known, 'SORN', null, [{ kind: 'tax-status', from: 'Taxed', to: 'SORN', dueOn: null }]],
    [
      'a date that moves earlier',
      known,
      'Taxed',
      '2026-12-31',
      [{ kind: 'date-moved', of: 'tax', from: '2027-03-31', to: '2026-12-31' }],
    ],
    ['a value that was unknown before', { taxStatus: null, taxDueOn: null }, 'Taxed', '2027-03-31', []],
  ])('%s', (_, before, taxStatus, taxDueDate, events) => {
    expect(detectLicensingChanges(before, { taxStatus, taxDueDate, markedForExport: null }).events).toEqual(events);
  });

  test('every change of status is reported exactly once, even if values are missing in between', () => {
    const statuses = fc.constantFrom<DvlaTaxStatus | null>('Taxed', 'Untaxed', 'SORN', null);
    fc.assert(
      fc.property(fc.array(statuses, { maxLength: 30 }), (answers) => {
        let state: LastKnownLicensing | null = null;
        const notified: string[] = [];
        for (const taxStatus of answers) {
          const compared: { known: LastKnownLicensing; events: unknown[] } = detectLicensingChanges(state, {
            taxStatus,
            taxDueDate: null,
            markedForExport: null,
          });
          state = compared.known;
          notified.push(...compared.events.map((event) => (event as { to: string }).to));
          expect(detectLicensingChanges(state, { taxStatus, taxDueDate: null, markedForExport: null }).events).toEqual(
            [],
          );
        }
        const known = answers.filter((status) => status !== null);
        expect(notified).toEqual(known.filter((status, index) => index > 0 && status !== known[index - 1]));
      }),
    );
  });
});

describe('MOT', () => {
  const base = vehicleRecordFixture({ today }).testing;
  const answer = (changes: Partial<MotTestingData>): MotTestingData => {
    if (base.state !== 'found') throw new Error('the record has no tests');
    return { ...base.data, tests: [], motTestDueDate: null, hasOutstandingRecall: 'No', ...changes };
  };
  const advisory = (text: string) => ({ type: 'ADVISORY' as const, text, dangerous: false });
  const old = motTestFixture('2025-11-10', 40_000, {
    testNumber: '1',
    expiryDate: '2026-11-30',
    defects: [advisory('Nearside Front Tyre worn close to legal limit (5.2.3 (e))')],
  });
  const failed = motTestFixture('2026-11-20', 48_000, {
    testNumber: '2',
    result: 'FAILED',
    defects: [
      { type: 'MAJOR', text: 'Nearside Headlamp not working (4.1.1 (a) (ii))', dangerous: false },
      advisory('Nearside Front Tyre worn close to legal limit (5.2.3 (e))'),
    ],
  });
  const passed = motTestFixture('2026-11-21', 48_001, { testNumber: '3', expiryDate: '2027-11-30' });
  const first = detectMotTestingChanges(null, answer({ tests: [old] }), '2026-11-01').known;

  test('the first check reports nothing and knows all tests', () => {
    expect(detectMotTestingChanges(null, answer({ tests: [passed, failed, old] }), today)).toEqual({
      known: { tests: ['3', '2', '1'], since: today, recall: 'No', motDueOn: '2027-11-30' },
      events: [],
    });
  });

  test('new tests are reported oldest first, with advisories, failures and repeats', () => {
    const { known, events } = detectMotTestingChanges(first, answer({ tests: [passed, failed, old] }), today);
    expect(events).toEqual([
      {
        kind: 'mot-result',
        testNumber: '2',
        testedOn: '2026-11-20',
        passed: false,
        expiresOn: null,
        advisories: ['Nearside Front Tyre worn close to legal limit'],
        failures: ['Nearside Headlamp not working'],
        repeated: 1,
      },
      expect.objectContaining({ testNumber: '3', passed: true, expiresOn: '2027-11-30', repeated: 0 }),
    ]);
    expect(detectMotTestingChanges(known, answer({ tests: [passed, failed, old] }), today).events).toEqual([]);
  });

  test('an old test that is added to the history is not reported, nor is one with a future date', () => {
    const added = motTestFixture('2019-11-10', 9_000, { testNumber: '0' });
    const ahead = motTestFixture('2027-01-01', 50_000, { testNumber: '9' });
    const { known, events } = detectMotTestingChanges(first, answer({ tests: [ahead, old, added] }), today);
    expect(events).toEqual([]);
    expect(known.tests).toEqual(['1', '0']);
  });

  test.each<[string, MotTestingData['hasOutstandingRecall'][], unknown[]]>([
    ['a recall', ['No', 'Yes', 'Yes'], ['Yes']],
    ['a recall after an unknown state', ['Unknown', 'Yes'], ['Yes']],
    ['a recall at the first check', ['Yes', 'Yes'], []],
    ['a service that fails in between', ['No', 'Unavailable', 'Yes', 'Unavailable', 'Unknown', 'Yes'], ['Yes']],
    ['a service that failed at the first check', ['Unavailable', 'Yes'], []],
    ['a recall that was fixed', ['No', 'Yes', 'No', 'No'], ['Yes', 'No']],
  ])('%s', (_, flags, notified) => {
    let state: LastKnownMotTesting | null = null;
    const events = flags.flatMap((hasOutstandingRecall) => {
      const compared: ReturnType<typeof detectMotTestingChanges> = detectMotTestingChanges(
        state,
        answer({ hasOutstandingRecall }),
        today,
      );
      state = compared.known;
      return compared.events;
    });
    expect(events.map((event) => event.kind === 'recall' && event.outstanding)).toEqual(notified);
  });

  test('a date that moves earlier is reported without a new test, and not with one', () => {
    const moved = answer({ tests: [{ ...old, expiryDate: '2026-11-25' }] });
    expect(detectMotTestingChanges(first, moved, today).events).toEqual([
      { kind: 'date-moved', of: 'mot', from: '2026-11-30', to: '2026-11-25' },
    ]);
  });

  test('every test is reported exactly once, regardless of which part of the history each response has', () => {
    const tests = Array.from({ length: 8 }, (_, index) =>
      motTestFixture(addDays('2026-11-05', index), 48_000 + index, { testNumber: `n${index}` }),
    );
    fc.assert(
      fc.property(fc.array(fc.subarray(tests), { maxLength: 12 }), (answers) => {
        let state = first;
        const notified: string[] = [];
        for (const held of [...answers, tests]) {
          const compared = detectMotTestingChanges(state, answer({ tests: [...held, old] }), today);
          state = compared.known;
          notified.push(...compared.events.flatMap((event) => (event.kind === 'mot-result' ? [event.testNumber] : [])));
        }
        expect(notified.toSorted()).toEqual(tests.map(({ testNumber }) => testNumber));
      }),
    );
  });
});

describe('keepers and plates', () => {
  const change = (date: IsoDate | null, from: string, to: string): PlateChange => ({
    date,
    previousRegistration: from,
    currentRegistration: to,
  });
  type Given = Parameters<typeof detectSpecificationChanges>[1];
  const nothing: Given = { previousKeepers: null, lastKeeperChange: null, plateChangeCount: null, plateChanges: [] };
  const before: Given = { ...nothing, previousKeepers: 2, lastKeeperChange: '2020-01-01', plateChangeCount: 0 };
  const { known } = detectSpecificationChanges(null, before);

  test.each<[string, Partial<Given>, unknown[]]>([
    ['the same answer', {}, []],
    ['a response without data', nothing, []],
    [
      'a new keeper',
      { previousKeepers: 3, lastKeeperChange: '2026-11-01' },
      [{ kind: 'keeper-change', on: '2026-11-01', keepers: 3 }],
    ],
    ['a keeper without a day', { previousKeepers: 3 }, [{ kind: 'keeper-change', on: null, keepers: 3 }]],
    [
      'a new plate',
      { plateChangeCount: 1, plateChanges: [change('2026-11-02', 'AB12CDE', 'D1')] },
      [{ kind: 'plate-change', on: '2026-11-02', from: 'AB12CDE', to: 'D1' }],
    ],
    [
      'a plate that is only counted',
      { plateChangeCount: 1 },
      [{ kind: 'plate-change', on: null, from: null, to: null }],
    ],
    ['fewer keepers', { previousKeepers: 1, lastKeeperChange: '2019-01-01' }, []],
  ])('%s', (_, changes, events) => {
    const after = { ...before, ...changes };
    const compared = detectSpecificationChanges(known, after);
    expect(compared.events).toEqual(events);
    expect(detectSpecificationChanges(compared.known, after).events).toEqual([]);
    // A register that reports less in between does not cause the change to be reported again.
    const lapsed = detectSpecificationChanges(compared.known, before);
    expect(detectSpecificationChanges(lapsed.known, after).events).toEqual([]);
  });
});

describe('value', () => {
  test('a month is reported once if its value differs, with the value before', () => {
    const first = detectMonthlyValueChange(null, 850_000, '2026-10-31');
    expect(first).toEqual({ known: { month: '2026-10', pence: 850_000 }, events: [] });
    expect(detectMonthlyValueChange(first.known, 840_000, '2026-10-31').events).toEqual([]);
    expect(detectMonthlyValueChange(first.known, null, '2026-11-01')).toEqual({ known: first.known, events: [] });
    expect(detectMonthlyValueChange(first.known, 840_000, '2026-11-01').events).toEqual([
      { kind: 'value', month: '2026-11', pence: 840_000, beforePence: 850_000 },
    ]);
    expect(detectMonthlyValueChange(first.known, 850_000, '2026-11-01')).toEqual({
      known: { month: '2026-11', pence: 850_000 },
      events: [],
    });
  });
});

describe('finance', () => {
  const agreement = (number: string | null, company: string | null = 'BLACK HORSE'): FinanceAgreement => ({
    agreementDate: '2026-11-01',
    type: 'HIRE PURCHASE',
    termMonths: 48,
    number,
    company,
    phone: null,
    description: null,
  });
  const { known } = detectFinanceChanges(null, { financeCount: 1, finance: [agreement('A')] });

  test.each<[string, number | null, FinanceAgreement[], unknown[]]>([
    ['the same agreement', 1, [agreement('A')], []],
    ['no finance data', null, [], []],
    ['one that is no longer listed', 0, [], []],
    ['a second', 2, [agreement('A'), agreement('B', 'MOTONOVO')], [{ agreements: 2, before: 1, company: 'MOTONOVO' }]],
    ['another agreement instead', 1, [agreement('B', 'MOTONOVO')], [{ agreements: 1, before: 1, company: 'MOTONOVO' }]],
    ['one that is only counted', 2, [agreement('A')], [{ agreements: 2, before: 1, company: null }]],
  ])('%s', (_, financeCount, finance, events) => {
    const compared = detectFinanceChanges(known, { financeCount, finance });
    expect(compared.events).toEqual(events.map((event) => ({ kind: 'finance', ...(event as object) })));
    expect(detectFinanceChanges(compared.known, { financeCount, finance }).events).toEqual([]);
  });
});
