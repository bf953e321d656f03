import { expect, test } from '@jest/globals';
import { vehicleRecordFixture, motTestFixture } from '../testing/vehicle-records.ts';
import type { MotDefect, MotTest } from '../vehicle/record/vehicle-record.ts';
import { likelyNextMotItems } from './next-mot-items.ts';

const advisory = (text: string, type: MotDefect['type'] = 'ADVISORY'): MotDefect => ({ type, text, dangerous: false });
const tyre = advisory('Nearside Rear Tyre worn close to legal limit (5.2.3 (e))');
const sill = advisory('Offside Sill corroded (6.1.1 (c) (i))');
const lamp = advisory('Offside Headlamp slightly deteriorated (4.1.1 (a))', 'MINOR');
const answerOf = (tests: MotTest[]) => likelyNextMotItems(vehicleRecordFixture({ testing: { tests } }).testing);
const itemsOf = (tests: MotTest[]) => {
  const answer = answerOf(tests);
  return 'items' in answer ? answer.items : [];
};

test('are those of the newest MOT, the most often repeated first', () => {
  const items = itemsOf([
    motTestFixture('2026-01-10', 50_000, { defects: [tyre, sill, lamp] }),
    motTestFixture('2025-01-10', 40_000, { defects: [sill] }),
    motTestFixture('2024-01-10', 30_000, { defects: [sill, advisory('Oil leak (8.4.1 (a))')] }),
  ]);
  expect(items.map(({ words, motsInARow }) => [words, motsInARow])).toEqual([
    ['Offside Sill corroded', 3],
    ['Nearside Rear Tyre worn close to legal limit', 1],
    ['Offside Headlamp slightly deteriorated', 1],
  ]);
});

test('list a repeated advisory once, however testers worded it, with the day of each MOT', () => {
  const items = itemsOf([
    motTestFixture('2026-01-12', 50_000, { defects: [advisory('Offside Sill slightly corroded (6.1.1 (c) (i))')] }),
    motTestFixture('2026-01-10', 50_000, { result: 'FAILED', defects: [sill] }),
    motTestFixture('2025-01-10', 40_000, { defects: [sill] }),
  ]);
  expect(items).toMatchObject([{ motsInARow: 2, days: ['2026-01-12', '2025-01-10'] }]);
});

test('count a failed test and its re-test as one MOT, and each item once', () => {
  const items = itemsOf([
    motTestFixture('2026-01-12', 50_000, { defects: [tyre] }),
    motTestFixture('2026-01-10', 50_000, {
      result: 'FAILED',
      defects: [tyre, advisory('Brake pipe corroded', 'MAJOR')],
    }),
  ]);
  expect(items).toEqual([
    {
      words: 'Nearside Rear Tyre worn close to legal limit',
      reference: '5.2.3 (e)',
      motsInARow: 1,
      days: ['2026-01-12'],
      isMinor: false,
      isFailure: false,
      day: '2026-01-12',
    },
  ]);
});

const pipe = (type: MotDefect['type']): MotDefect => ({
  type,
  text: 'Brake pipe leaking (1.1.11 (c))',
  dangerous: false,
});
const failed = (day: string, ...defects: MotDefect[]) => motTestFixture(day, 50_000, { result: 'FAILED', defects });
test.each<[string, MotTest[], [string, boolean][]]>([
  ['dangerous', [failed('2026-01-10', pipe('DANGEROUS'))], [['Brake pipe leaking', true]]],
  ['a failure from before 2018', [failed('2016-01-10', pipe('FAIL'))], [['Brake pipe leaking', true]]],
  [
    'before what was advised at more MOTs',
    [failed('2026-01-10', sill, pipe('MAJOR')), motTestFixture('2025-01-10', 40_000, { defects: [sill] })],
    [
      ['Brake pipe leaking', true],
      ['Offside Sill corroded', false],
    ],
  ],
  [
    'also after a re-test that failed',
    [failed('2026-01-14', pipe('MAJOR')), failed('2026-01-10', { ...pipe('MAJOR'), type: 'ADVISORY' })],
    [['Brake pipe leaking', true]],
  ],
  ['none after a pass', [motTestFixture('2026-01-14', 50_000), failed('2026-01-10', pipe('MAJOR'))], []],
  [
    'none after a pass of the same second',
    [failed('2026-01-10', pipe('MAJOR')), motTestFixture('2026-01-10', 50_000)],
    [],
  ],
  ['repaired at the test', [motTestFixture('2026-01-10', 50_000, { defects: [pipe('PRS')] })], []],
])('a failure that was not followed by a pass comes first: %s', (_name, tests, items) => {
  expect(itemsOf(tests).map(({ words, isFailure }) => [words, isFailure])).toEqual(items);
});

test.each<[string, MotTest[], string]>([
  ['never tested', [], 'never'],
  ['every test is dated in the future', [motTestFixture('2031-01-10', 1)], 'unusable'],
  [
    'Northern Ireland',
    [motTestFixture('2026-01-10', 2, { dataSource: 'DVA NI' }), motTestFixture('2025-01-10', 1)],
    'not-published',
  ],
  [
    'a re-test in Northern Ireland',
    [motTestFixture('2026-01-12', 2, { dataSource: 'DVA NI' }), motTestFixture('2026-01-10', 2)],
    'not-published',
  ],
  ['a lorry', [motTestFixture('2026-01-10', 2, { dataSource: 'CVS' })], 'not-published'],
  ['it failed without a recorded reason', [failed('2026-01-10'), motTestFixture('2025-01-10', 1)], 'failed'],
  ['a failure without a text', [failed('2026-01-10', { type: 'MAJOR', text: '', dangerous: false })], 'failed'],
  ['a failure that was passed since', [motTestFixture('2026-01-14', 2), failed('2026-01-10')], 'items'],
  [
    'Northern Ireland before',
    [motTestFixture('2026-01-10', 2), motTestFixture('2025-01-10', 1, { dataSource: 'DVA NI' })],
    'items',
  ],
])('none, with the reason: %s', (_name, tests, state) => {
  expect(answerOf(tests).state).toBe(state);
  expect(itemsOf(tests)).toEqual([]);
});

test('a failure that lists only advisories gives those, and that the reason of the failure is missing', () => {
  expect(answerOf([failed('2026-01-10', tyre)])).toMatchObject({ state: 'failed', items: [{ isFailure: false }] });
});

test('none if DVSA did not respond', () => {
  expect(likelyNextMotItems(vehicleRecordFixture({ testing: 'timeout' }).testing)).toEqual({ state: 'no-answer' });
});
