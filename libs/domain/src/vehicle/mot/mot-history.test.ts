import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { MotDefect } from '../record/vehicle-record.ts';
import { motTestFixture } from '../../testing/vehicle-records.ts';
import { motHistory, splitOffManualReference } from './mot-history.ts';

const advisory = (reference: string): MotDefect => ({
  type: 'ADVISORY',
  text: `Nearside Front Tyre worn close to legal limit (${reference})`,
  dangerous: false,
});

describe('MOT history', () => {
  test('is sorted newest first', () => {
    const { tests } = motHistory([
      motTestFixture('2024-05-01', 1),
      motTestFixture('2026-05-01', 3),
      motTestFixture('2025-05-01', 2),
    ]);
    expect(tests.map(({ day }) => day)).toEqual(['2026-05-01', '2025-05-01', '2024-05-01']);
  });

  test('counts the consecutive MOTs with the same advisory', () => {
    const { tests } = motHistory([
      motTestFixture('2026-05-01', 4, { defects: [advisory('5.2.3 (e)'), advisory('1.1.14 (a) (ii)')] }),
      motTestFixture('2025-05-01', 3, { defects: [advisory('5.2.3 (e)')] }),
      motTestFixture('2024-05-01', 2, { defects: [] }),
      motTestFixture('2023-05-01', 1, { defects: [advisory('5.2.3 (e)')] }),
    ]);
    expect(tests.map(({ defects }) => defects.map(({ motsInARow }) => motsInARow))).toEqual([[2, 1], [1], [], [1]]);
  });

  const tyre = 'Tyre worn close to legal limit/worn on edge (5.2.3 (e))';
  test.each([
    [`Nearside Front ${tyre}`, `Nearside Front ${tyre}`, 2],
    [`Nearside Front ${tyre}`, `NSF ${tyre}`, 2],
    [`N/S/F ${tyre}`, `near side front ${tyre}`, 2],
    [`Nearside Front ${tyre}`, `Front Tyres worn close to legal limit/worn on edge both (5.2.3 (e))`, 2],
    [`Offside Rear ${tyre}`, `O/S/R ${tyre}`, 2],
    [`Nearside Front ${tyre}`, `Nearside Rear ${tyre}`, 1],
    [`Nearside Front ${tyre}`, `Offside Front ${tyre}`, 1],
    [`Nearside Front ${tyre}`, `OSR ${tyre}`, 1],
    [
      'Front Tyres worn close to legal limit both (5.2.3 (e))',
      'Nearside Front Tyre worn close to legal limit (5.2.3 (e))',
      1,
    ],
    [tyre, tyre, 1],
    [`Front ${tyre}`, `Front ${tyre}`, 1],
    [`Nearside Front ${tyre}`, tyre, 1],
    ['Nearside Front Inner Tyre worn (5.2.3 (e))', 'Nearside Front Outer Tyre worn (5.2.3 (e))', 1],
    ['Front Brake pad(s) wearing thin (1.1.13 (a) (ii))', 'Front Brake pad(s) wearing thin (1.1.13 (a) (ii))', 2],
    ['Front Brake pad(s) wearing thin (1.1.13 (a) (ii))', 'Rear Brake pad(s) wearing thin (1.1.13 (a) (ii))', 1],
    ['Brake pad(s) wearing thin (1.1.13 (a) (ii))', 'Brake pad(s) wearing thin (1.1.13 (a) (ii))', 1],
    ['Oil leak, but not excessive (8.4.1 (a) (i))', 'Oil leak, but not excessive (8.4.1 (a) (i))', 2],
    ['Exhaust has a minor leak (6.1.2 (a))', 'Exhaust has a minor leak of gases, rear box (6.1.2 (a))', 1],
    [
      'Nearside Front Upper Suspension arm bush worn (5.3.4 (a) (i))',
      'Nearside Front Lower Suspension arm bush worn (5.3.4 (a) (i))',
      1,
    ],
    ['Offside Rear sill corroded (6.1.1 (c))', 'Offside Rear chassis member holed near tank (6.1.1 (c))', 1],
    [
      'Left hand headlamp lens slightly defective (4.1.1 (b))',
      'Nearside headlamp lens slightly defective (4.1.1 (b))',
      2,
    ],
  ])('%s, after %s: %d in a row', (now, before, motsInARow) => {
    const { tests } = motHistory([
      motTestFixture('2026-05-01', 2, { defects: [{ type: 'ADVISORY', text: now, dangerous: false }] }),
      motTestFixture('2025-05-01', 1, { defects: [{ type: 'ADVISORY', text: before, dangerous: false }] }),
    ]);
    expect(tests[0]?.defects[0]?.motsInARow).toBe(motsInARow);
  });

  test.each([
    ['PASSED', 'FAILED'],
    ['FAILED', 'PASSED'],
  ] as const)('a pass counts as later than a failure at the same second (%s, %s)', (...results) => {
    const { tests } = motHistory(results.map((result) => motTestFixture('2026-05-01', 1, { result })));
    expect(tests.map(({ result }) => result)).toEqual(['PASSED', 'FAILED']);
  });

  test.each(['2026-05-01T15:00:00.000Z', '2026-05-12T10:00:00.000Z'])(
    'a re-test at %s repeats nothing',
    (completedAt) => {
      const { tests } = motHistory([
        motTestFixture('2026-05-01', 4, { completedAt, defects: [advisory('5.2.3 (e)')] }),
        motTestFixture('2026-05-01', 4, { result: 'FAILED', defects: [advisory('5.2.3 (e)')] }),
      ]);
      expect(tests.flatMap(({ defects }) => defects.map(({ motsInARow }) => motsInARow))).toEqual([1, 1]);
    },
  );

  test('a failure with the same reference is not a repeated advisory', () => {
    const { tests } = motHistory([
      motTestFixture('2026-05-01', 2, { defects: [advisory('5.2.3 (e)')] }),
      motTestFixture('2025-05-01', 1, { result: 'FAILED', defects: [{ ...advisory('5.2.3 (e)'), type: 'MAJOR' }] }),
    ]);
    expect(tests[0]?.defects[0]?.motsInARow).toBe(1);
  });

  test('has the pass rate, and null without a test', () => {
    const tests = [
      motTestFixture('2026-05-02', 1),
      motTestFixture('2026-05-01', 1, { result: 'FAILED' }),
      motTestFixture('2025-05-01', 1),
    ];
    expect(motHistory(tests)).toMatchObject({ passed: 2, failed: 1, passRate: 2 / 3 });
    expect(motHistory([])).toMatchObject({ tests: [], passed: 0, failed: 0, passRate: null });
  });
});

describe("the manual's reference", () => {
  test.each([
    [
      'Tyre worn close to legal limit/worn on edge (5.2.3 (e))',
      'Tyre worn close to legal limit/worn on edge',
      '5.2.3 (e)',
    ],
    ['Brake disc worn both front (1.1.14 (a) (ii))', 'Brake disc worn both front', '1.1.14 (a) (ii)'],
    ['Tyre has a cut (4.1.D.1a)', 'Tyre has a cut', '4.1.D.1a'],
    ['Oil leak (minor)', 'Oil leak (minor)', null],
    ['  Nail in tyre  ', 'Nail in tyre', null],
  ])('%j', (text, words, reference) => {
    expect(splitOffManualReference(text)).toEqual({ words, reference });
  });

  test('never throws and loses no text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        const { words, reference } = splitOffManualReference(text);
        expect(text.trim().startsWith(words)).toBe(true);
        if (reference === null) expect(words).toBe(text.trim());
      }),
    );
  });
});
