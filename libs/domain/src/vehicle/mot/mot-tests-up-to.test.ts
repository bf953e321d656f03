import { expect, test } from '@jest/globals';
import { mileageOfRecord } from '../mileage/mileage-of-record.ts';
import { vehicleRecordFixture, motTestFixture } from '../../testing/vehicle-records.ts';
import { motState } from './mot-state.ts';
import { motTestsUpTo } from './mot-tests-up-to.ts';

const today = '2026-06-01';
const wrong = motTestFixture('2027-12-26', 12, { expiryDate: '2028-12-25' });
const real = motTestFixture('2025-06-10', 60_000, { expiryDate: '2026-06-09' });

test('tests until a day include that day in London', () => {
  const late = { ...motTestFixture(today, 1), completedAt: '2026-05-31T23:30:00.000Z' };
  expect(motTestsUpTo([wrong, late, real], today)).toEqual([late, real]);
  expect(motTestsUpTo([late], '2026-05-31')).toEqual([]);
});

test('a pass with a future date gives neither a certificate nor a mileage', () => {
  const record = vehicleRecordFixture({ today, licensing: { motExpiryDate: null }, testing: { tests: [wrong, real] } });
  expect(motState(record, today)).toMatchObject({ state: 'due-soon', expiryDate: '2026-06-09' });
  expect(mileageOfRecord(record)?.points.map(({ miles }) => miles)).toEqual([60_000]);
});
