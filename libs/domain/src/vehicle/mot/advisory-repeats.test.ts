import { expect, test } from '@jest/globals';
import { motTestFixture } from '../../testing/vehicle-records.ts';
import { repeatedSafetyAdvisories, safetyAreaOfAdvisory } from './advisory-repeats.ts';
import { motHistory } from './mot-history.ts';

test.each([
  ['6.1.1 (c) (i)', '2026-05-01', 'structure'],
  ['6.1.1', '2026-05-01', 'structure'],
  ['6.1.2 (a)', '2026-05-01', null],
  ['6.1.10', '2026-05-01', null],
  ['1.1.14 (a) (ii)', '2026-05-01', 'brakes'],
  ['1.8', '2026-05-01', 'brakes'],
  ['2.1.3 (g)', '2026-05-01', 'steering'],
  ['5.2.3 (e)', '2026-05-01', null],
  ['6.1.B.2', '2017-05-01', 'structure'],
  ['3.5.1i', '2017-05-01', 'brakes'],
  ['2.2.B.1', '2017-05-01', 'steering'],
  ['2.4.G.2', '2017-05-01', null],
  ['1.2.1b', '2017-05-01', null],
  ['6.1.1', '2018-05-19', null],
  ['6.1.1', '2018-05-20', 'structure'],
  [null, '2026-05-01', null],
])('%s in the manual of %s is about %s', (reference, day, area) => {
  expect(safetyAreaOfAdvisory(reference, day)).toBe(area);
});

const noted = (...texts: string[]) => ({
  defects: texts.map((text) => ({ type: 'ADVISORY' as const, text, dangerous: false })),
});
const sill = 'Offside Rear Sill corroded (6.1.1 (c) (i))';
const discs = 'Front Brake disc worn both (1.1.14 (a) (ii))';
const tyre = 'Nearside Front Tyre worn (5.2.3 (e))';

test('a series up to the newest MOT is found, one for each area, structure first', () => {
  const history = motHistory([
    motTestFixture('2026-05-01', 4, noted(discs, sill, tyre)),
    motTestFixture('2025-05-01', 3, noted(sill, discs, tyre)),
    motTestFixture('2024-05-01', 2, noted(sill)),
  ]);
  expect(repeatedSafetyAdvisories(history)).toEqual([
    { area: 'structure', words: 'Offside Rear Sill corroded', motsInARow: 3, day: '2026-05-01' },
    { area: 'brakes', words: 'Front Brake disc worn both', motsInARow: 2, day: '2026-05-01' },
  ]);
});

test.each([
  ['once', [noted(sill), noted()]],
  ['not at the newest', [noted(), noted(sill), noted(sill)]],
  ['with a year between', [noted(sill), noted(), noted(sill)]],
])('%s is not a repeat', (_name, years) => {
  expect(
    repeatedSafetyAdvisories(
      motHistory(years.map((year, index) => motTestFixture(`${2026 - index}-05-01`, 9 - index, year))),
    ),
  ).toEqual([]);
});

test('a re-test without advisories does not hide those of the test before it', () => {
  const history = motHistory([
    motTestFixture('2026-05-09', 4),
    motTestFixture('2026-05-01', 4, { result: 'FAILED', ...noted(sill) }),
    motTestFixture('2025-05-01', 3, noted(sill)),
  ]);
  expect(repeatedSafetyAdvisories(history)).toMatchObject([{ area: 'structure', motsInARow: 2, day: '2026-05-01' }]);
});

test('nothing is found without a test', () => {
  expect(repeatedSafetyAdvisories(motHistory([]))).toEqual([]);
});
