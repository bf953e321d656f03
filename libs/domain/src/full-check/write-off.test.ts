import { describe, expect, test } from '@jest/globals';
import { vehicleRecordFixture, motTestFixture } from '../testing/vehicle-records.ts';
import { motTestsSinceLoss } from './mot-tests-since-loss.ts';
import { salvageCategoryMeaningOf } from './write-off-category.ts';

describe('a write-off category', () => {
  test.each([
    ['A', false, false, 'Category A: scrap'],
    ['B', false, false, 'Category B: break for parts'],
    ['S', true, false, 'Category S: repairable, structural damage'],
    ['N', true, false, 'Category N: repairable, no structural damage'],
    ['C', true, true, 'Category C: repairable, repair would have cost more than the vehicle was worth'],
    ['D', true, true, 'Category D: repairable, repair would have cost less than the vehicle was worth'],
    ['F', true, true, 'Category F: damaged by fire'],
  ])('%s', (letter, isRepairable, isFormer, title) => {
    expect(salvageCategoryMeaningOf(letter)).toMatchObject({ letter, isRepairable, isFormer, title });
  });

  test.each([
    ['s', 'S'],
    [' CAT S ', 'S'],
    ['Category N - non-structural', 'N'],
    ['CAT N NON STRUCTURAL DAMAGE', 'N'],
    ['cat.b', 'B'],
    ['SCRAP', null],
    ['X', null],
    ['S1', null],
    ['CATS', 'S'],
    ['constructor', null],
    ['', null],
    [null, null],
  ])('%j is %s', (written, letter) => {
    expect(salvageCategoryMeaningOf(written).letter).toBe(letter);
  });

  test('an unknown category is shown with the register’s text', () => {
    expect(salvageCategoryMeaningOf('X')).toMatchObject({
      isRepairable: null,
      title: 'A category that we do not know',
    });
    expect(salvageCategoryMeaningOf('X').meaning).toContain('“X”');
    expect(salvageCategoryMeaningOf(null).title).toBe('No category recorded');
  });

  test('each names its source, and nothing about price or insurance', () => {
    for (const letter of ['A', 'B', 'S', 'N', 'C', 'D', 'F', 'X', null]) {
      const { meaning, road, references } = salvageCategoryMeaningOf(letter);
      expect(references.length).toBeGreaterThan(0);
      expect(references.every(({ url }) => url.startsWith('https://'))).toBe(true);
      expect(`${meaning} ${road}`).not.toMatch(/premium|cheaper|£|%|insure it/i);
    }
  });
});

describe('MOT tests since a loss', () => {
  const today = '2026-06-01';
  const since = (days: [string, 'PASSED' | 'FAILED'][], lossDate: string | null) =>
    motTestsSinceLoss(
      vehicleRecordFixture({ testing: { tests: days.map(([day, result]) => motTestFixture(day, 1_000, { result })) } }),
      lossDate,
      today,
    );

  test('are counted, with the first pass', () => {
    const found = since(
      [
        ['2025-04-01', 'PASSED'],
        ['2024-04-08', 'PASSED'],
        ['2024-04-01', 'FAILED'],
        ['2022-04-01', 'PASSED'],
      ],
      '2023-01-05',
    );
    expect(found).toMatchObject({ state: 'tested', passed: 2, failed: 1, firstPass: '2024-04-08', source: 'DVSA' });
    expect(found.words).toBe(
      '3 MOT tests since the loss: 2 passed, 1 failed; it first passed on 8 April 2024. An MOT test does not inspect the repair.',
    );
  });

  test.each([
    ['on the day of the loss, which may have been before it', [['2023-01-05', 'PASSED']]],
    ['before it', [['2022-01-05', 'PASSED']]],
    ['in the future', [['2026-06-02', 'PASSED']]],
    ['none at all', []],
  ] as [string, [string, 'PASSED'][]][])('a test %s does not count', (_name, days) => {
    expect(since(days, '2023-01-05')).toMatchObject({ state: 'not-tested', passed: 0, failed: 0, firstPass: null });
  });

  test('failures alone are not a pass', () => {
    expect(since([['2024-01-05', 'FAILED']], '2023-01-05')).toMatchObject({
      state: 'tested',
      passed: 0,
      failed: 1,
      firstPass: null,
    });
  });

  test('are unknown without the day of the loss or without DVSA', () => {
    expect(since([['2024-01-05', 'PASSED']], null)).toMatchObject({ state: 'unknown', source: null });
    expect(motTestsSinceLoss(vehicleRecordFixture({ testing: 'timeout' }), '2023-01-05', today)).toMatchObject({
      state: 'unknown',
      words: 'DVSA did not answer in time.',
    });
  });
});
