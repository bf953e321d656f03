import { expect, test } from '@jest/globals';
import { mileageTimeline } from '@ve/domain/vehicle/mileage/mileage-timeline';
import { motTestFixture } from '@ve/domain/testing/vehicle-records';
import fc from 'fast-check';
import { mileageChartScale } from './mileage-chart-scale.ts';

const pointsOf = (...readings: [day: string, miles: number][]) =>
  mileageTimeline(readings.map(([day, miles]) => motTestFixture(day, miles))).points;

test('the mileage axis runs from 0 to a round figure, and years are marked at 1 January', () => {
  const scale = mileageChartScale(pointsOf(['2022-07-02', 20_000], ['2024-07-01', 73_000]));
  expect(scale.milesMarks.map(({ label }) => label)).toEqual(['0', '20k', '40k', '60k', '80k']);
  expect(scale.yearMarks.map(({ label }) => label)).toEqual(['2023', '2024']);
  expect(scale.points[0]).toEqual({ x: 0, y: 25 });
  expect(scale.points[1]?.x).toBe(100);
});

test('for any readings, all points stay inside the plot and ticks stay few', () => {
  const day = fc.date({ min: new Date('2005-01-01'), max: new Date('2026-12-31'), noInvalidDate: true });
  const reading = fc.tuple(
    day.map((date) => date.toISOString().slice(0, 10)),
    fc.integer({ min: 0, max: 999_999 }),
  );
  fc.assert(
    fc.property(fc.array(reading, { minLength: 2, maxLength: 30 }), (readings) => {
      const { points, milesMarks, yearMarks } = mileageChartScale(pointsOf(...readings));
      for (const { x, y } of [...points, ...milesMarks, ...yearMarks]) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(100);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(100);
      }
      expect(milesMarks.length).toBeLessThanOrEqual(6);
      expect(yearMarks.length).toBeLessThanOrEqual(6);
      expect(new Set(milesMarks.map(({ label }) => label)).size).toBe(milesMarks.length);
    }),
  );
});
