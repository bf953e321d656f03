import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addMonthsUtc } from './add-months-utc.ts';

it.each([
  ['2027-01-31T10:00:00.000Z', 1, undefined, '2027-02-28T10:00:00.000Z'],
  ['2028-01-31T10:00:00.000Z', 1, undefined, '2028-02-29T10:00:00.000Z'],
  ['2027-02-28T10:00:00.000Z', 1, 31, '2027-03-31T10:00:00.000Z'],
  ['2027-12-15T23:59:59.999Z', 1, undefined, '2028-01-15T23:59:59.999Z'],
  ['2027-08-31T00:00:00.000Z', -6, undefined, '2027-02-28T00:00:00.000Z'],
])('%s and %i months (of the day %s) is %s', (from, months, anchorDay, expected) => {
  expect(addMonthsUtc(new Date(from), months, anchorDay).toISOString()).toBe(expected);
});

it('keeps the time of day and adds the given number of months', () => {
  const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instant, fc.integer({ min: -60, max: 60 }), (from, months) => {
      const later = addMonthsUtc(from, months);
      const monthOf = (date: Date): number => date.getUTCFullYear() * 12 + date.getUTCMonth();
      expect(monthOf(later) - monthOf(from)).toBe(months);
      expect(later.getTime() - Date.UTC(later.getUTCFullYear(), later.getUTCMonth(), later.getUTCDate())).toBe(
        from.getTime() - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate()),
      );
    }),
  );
});
