import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { DvlaTaxStatus } from '../record/vehicle-record.ts';
import { vehicleRecordFixture } from '../../testing/vehicle-records.ts';
import { addDays } from '../../kernel/time/london-date.ts';
import { taxOfRecord } from './tax-of-record.ts';
import { taxState } from './tax-state.ts';

const today = '2026-06-01';

describe('tax state', () => {
  test.each<[DvlaTaxStatus | null, number | null, string]>([
    ['Taxed', 0, 'due-soon'],
    ['Taxed', 30, 'due-soon'],
    ['Taxed', 31, 'valid'],
    ['Taxed', null, 'valid'],
    ['Taxed', -1, 'valid'],
    ['Untaxed', -40, 'expired'],
    ['Untaxed', 40, 'expired'],
    ['Not Taxed for on Road Use', null, 'expired'],
    ['SORN', null, 'sorn'],
    [null, -1, 'expired'],
    [null, 0, 'due-soon'],
    [null, 30, 'due-soon'],
    [null, 31, 'valid'],
    [null, null, 'unknown'],
  ])('%s and due in %s days is %s', (taxStatus, days, state) => {
    const taxDueDate = days === null ? null : addDays(today, days);
    expect(taxState({ taxStatus, taxDueDate }, today)).toEqual({ state, dueDate: taxDueDate, daysLeft: days });
  });

  test("'Taxed' read before the due date is not valid after it", () => {
    const facts = { taxStatus: 'Taxed', taxDueDate: '2026-05-31', readOn: '2026-05-20' } as const;
    expect(taxState(facts, '2026-05-31').state).toBe('due-soon');
    expect(taxState(facts, '2026-06-01').state).toBe('expired');
  });

  test('as days pass a reading goes from valid to due soon to expired, never back', () => {
    const order = ['valid', 'due-soon', 'expired'];
    fc.assert(
      fc.property(
        fc.constantFrom<DvlaTaxStatus | null>('Taxed', null),
        fc.integer({ min: 0, max: 400 }),
        fc.array(fc.nat(800), { minLength: 2, maxLength: 12 }),
        (taxStatus, dueIn, later) => {
          const facts = { taxStatus, taxDueDate: addDays(today, dueIn), readOn: today };
          const ranks = later
            .toSorted((a, b) => a - b)
            .map((days) => order.indexOf(taxState(facts, addDays(today, days)).state));
          expect(ranks).toEqual(ranks.toSorted());
        },
      ),
    );
  });
});

describe("a record's tax", () => {
  test('comes from DVLA while DVLA answers', () => {
    const record = vehicleRecordFixture({ licensing: { taxStatus: 'SORN', taxDueDate: null } });
    expect(taxOfRecord(record, today)).toMatchObject({ state: 'sorn', source: 'DVLA', why: null });
  });

  test('falls back to the due date of UK Vehicle Data', () => {
    const record = vehicleRecordFixture({ licensing: 'timeout', specification: { taxDueDate: '2026-06-10' } });
    expect(taxOfRecord(record, today)).toMatchObject({ state: 'due-soon', daysLeft: 9, source: 'UKVD' });
  });

  test.each([
    ['SORN', null, 'sorn'],
    ['SORN', '2026-03-01', 'sorn'],
    ['Untaxed', '2027-03-01', 'expired'],
    ['Taxed', '2027-03-01', 'valid'],
    ['Taxed', '2026-06-10', 'due-soon'],
    ['Taxed', null, 'valid'],
    [null, '2026-05-01', 'expired'],
  ] as const)('with UK Vehicle Data %s, due %s, the state is %s while DVLA is down', (taxStatus, taxDueDate, state) => {
    const record = vehicleRecordFixture({ licensing: 'timeout', specification: { taxStatus, taxDueDate } });
    expect(taxOfRecord(record, today)).toMatchObject({ state, source: 'UKVD' });
  });

  test('is unknown, with both reasons, if neither source has it', () => {
    const record = vehicleRecordFixture({ licensing: 'timeout', specification: 'not-held' });
    expect(taxOfRecord(record, today)).toEqual({
      state: 'unknown',
      dueDate: null,
      daysLeft: null,
      source: null,
      at: null,
      why: 'DVLA did not answer in time. UK Vehicle Data holds no record of this vehicle.',
    });
  });
});
