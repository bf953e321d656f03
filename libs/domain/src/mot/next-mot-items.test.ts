import { expect, test } from '@jest/globals';
import { recordOf, testOn } from '../testing/vehicle-records.ts';
import type { MotDefect, MotTest } from '../report/vehicle-record.ts';
import { nextMotItems } from './next-mot-items.ts';

const advisory = (text: string, type: MotDefect['type'] = 'ADVISORY'): MotDefect => ({ type, text, dangerous: false });
const tyre = advisory('Nearside Rear Tyre worn close to legal limit (5.2.3 (e))');
const sill = advisory('Offside Sill corroded (6.1.1 (c) (i))');
const lamp = advisory('Offside Headlamp slightly deteriorated (4.1.1 (a))', 'MINOR');
const itemsOf = (tests: MotTest[]) => nextMotItems(recordOf({ testing: { tests } }).testing);

test('are the newest MOT’s, what came back most often first', () => {
  const items = itemsOf([
    testOn('2026-01-10', 50_000, { defects: [tyre, sill, lamp] }),
    testOn('2025-01-10', 40_000, { defects: [sill] }),
    testOn('2024-01-10', 30_000, { defects: [sill, advisory('Oil leak (8.4.1 (a))')] }),
  ]);
  expect(items.map(({ words, motsInARow }) => [words, motsInARow])).toEqual([
    ['Offside Sill corroded', 3],
    ['Nearside Rear Tyre worn close to legal limit', 1],
    ['Offside Headlamp slightly deteriorated', 1],
  ]);
});

test('count a failed test and its re-test as one MOT, and each item once', () => {
  const items = itemsOf([
    testOn('2026-01-12', 50_000, { defects: [tyre] }),
    testOn('2026-01-10', 50_000, { result: 'FAILED', defects: [tyre, advisory('Brake pipe corroded', 'MAJOR')] }),
  ]);
  expect(items).toEqual([{ words: 'Nearside Rear Tyre worn close to legal limit', motsInARow: 1, day: '2026-01-12' }]);
});

test('none: never tested, nothing advised, or DVSA gave no answer', () => {
  expect(itemsOf([])).toEqual([]);
  expect(itemsOf([testOn('2026-01-10', 1)])).toEqual([]);
  expect(nextMotItems(recordOf({ testing: 'timeout' }).testing)).toEqual([]);
});
