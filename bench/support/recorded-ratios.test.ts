import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchLimit, compareRounds } from './bench-result.ts';
import { formatResult } from './format-result.ts';
import { hasMoved, readRecordedRatios, recordRatios } from './recorded-ratios.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 've-ratios-'));
  file = join(folder, 'baseline.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const measured = (product: number[], limit: BenchLimit = { of: 'ratio', max: 1.5 }) =>
  compareRounds({
    name: 'scan',
    unit: 'ms',
    rounds: { product, baseline: product.map(() => 3) },
    limit,
  });

test('nothing is recorded before a first run', () => {
  expect(readRecordedRatios(file)).toEqual({});
});

test('a run replaces the ratios of its bench alone', () => {
  recordRatios(file, 'read', [measured([1, 2, 4])]);
  recordRatios(file, 'jobs', [measured([3, 3, 3])]);
  recordRatios(file, 'read', [measured([2, 2, 2])]);
  expect(Object.entries(readRecordedRatios(file))).toEqual([
    ['jobs', { scan: { median: 1, low: 1, high: 1 } }],
    ['read', { scan: { median: 0.6667, low: 0.6667, high: 0.6667 } }],
  ]);
});

test('a result without a ratio is not recorded', () => {
  recordRatios(file, 'landing', [
    compareRounds({ name: 'shift', unit: 'CLS', rounds: { product: [0], baseline: [0] } }),
  ]);
  expect(readFileSync(file, 'utf8')).toBe('{\n  "landing": {}\n}\n');
});

test.each([
  ['above', { median: 1.3, low: 1.21, high: 1.4 }, true],
  ['below', { median: 0.8, low: 0.7, high: 0.89 }, true],
  ['touching', { median: 1.3, low: 1.2, high: 1.4 }, false],
  ['around', { median: 1, low: 0.5, high: 2 }, false],
])('a spread %s the recorded one has moved: %j, %s', (_where, now, moved) => {
  expect(hasMoved(now, { median: 1, low: 0.9, high: 1.2 })).toBe(moved);
});

test('a ratio without noise has not moved by the rounding of the file', () => {
  const same = measured([2, 2, 2]);
  recordRatios(file, 'read', [same]);
  expect(formatResult(same, readRecordedRatios(file)['read']?.['scan'])).toMatch(/within the noise of 0\.67/);
});

test('a line has the ratio with its spread, what it was measured from, its limit and the recorded ratio', () => {
  const columns = (line: string) => line.split(/\s{2,}/);
  expect(columns(formatResult(measured([3, 3.3, 3.6]), undefined))).toEqual([
    'scan',
    '1.10 (1.00–1.20)',
    '3.3 against 3 ms',
    '≤ 1.5',
    'no baseline recorded',
  ]);
  expect(columns(formatResult(measured([6, 6.6, 7.2]), { median: 1.1, low: 1, high: 1.2 }))).toEqual([
    'scan',
    '2.20 (2.00–2.40)',
    '6.6 against 3 ms',
    '≤ 1.5 MISSED',
    'MOVED by more than its noise from 1.10 (1.00–1.20)',
  ]);
});

test.each<[BenchLimit, string]>([
  [{ of: 'ratio', min: 0.95, max: 1.05 }, '0.95–1.05'],
  [{ of: 'product', max: 100 }, '≤ 100 ms'],
  [{ of: 'added', max: 200 }, '≤ 200 ms more'],
])('the limit %j is printed as %s', (limit, text) => {
  expect(formatResult(measured([3], limit), undefined)).toContain(`  ${text}  `);
});
