import { expect, it } from '@jest/globals';
import { earliestMotTestDay } from './earliest-test-day.ts';

it.each([
  ['2027-05-15', '2027-04-16'],
  ['2027-01-10', '2026-12-11'],
  ['2027-03-31', '2027-03-01'],
  ['2028-03-30', '2028-03-01'],
  ['2028-02-29', '2028-01-30'],
])('a certificate to %s can be renewed from %s', (expires, first) => {
  expect(earliestMotTestDay(expires)).toBe(first);
});
