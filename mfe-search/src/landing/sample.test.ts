import { expect, test } from '@jest/globals';
import { mileageTimeline } from '@ve/domain/mileage/mileage-timeline';
import { motState } from '@ve/domain/mot/mot-state';
import { decide } from '@ve/domain/report/decide';
import { sampleRecord } from '@ve/domain/report/sample-record';
import { vehicleName } from '@ve/domain/report/vehicle-name';
import { recordTax } from '@ve/domain/tax/record-tax';
import { sample } from './sample.ts';

const today = '2026-06-01';
const months = (days: number | null) => Math.round((days ?? Number.NaN) / 30);

test('the sample card shows what the rules derive from the sample record', () => {
  const record = sampleRecord(today);
  const { make, model, colour, year } = vehicleName(record);
  const mot = motState(record, today);
  const tax = recordTax(record, today);
  const { points, confidence, milesPerYear } = mileageTimeline(
    record.testing.state === 'found' ? record.testing.data.tests : [],
  );
  expect(confidence).toBe('consistent');
  expect(sample).toEqual({
    registration: record.registration,
    name: [make, model, colour, year].join(' · '),
    verdict: decide(record, null, today).verdict,
    mot: { state: mot.state, monthsLeft: months(mot.daysLeft) },
    tax: { state: tax.state, monthsLeft: months(tax.daysLeft) },
    miles: points.map(({ miles }) => miles),
    milesPerYear: Math.round((milesPerYear ?? 0) / 100) * 100,
  });
});
