import { describe, expect, test } from '@jest/globals';
import { vdiCheckWithoutEntries } from '../../testing/full-checks.ts';
import { fullCheckFailureMessage, fullCheckRetryTimingOf, isVdiCheckInconclusive } from './check-failure.ts';
import type { VdiCheck } from './full-check.ts';

const open: Partial<VdiCheck> = {
  stolen: null,
  insurerTheftCount: null,
  writtenOff: null,
  writeOffCount: null,
  financeCount: null,
};

describe('an answer that leaves theft, write-off and finance all open', () => {
  test('is inconclusive, even if other questions are clear', () => {
    expect(isVdiCheckInconclusive({ ...vdiCheckWithoutEntries, ...open })).toBe(true);
  });

  test.each<Partial<VdiCheck>>([
    { scrapped: true },
    { scrapDate: '2020-01-01' },
    { certificateOfDestruction: true },
    { exported: true },
    { exportDate: '2020-01-01' },
    { imported: true },
    { identityInspected: true },
    { mileageAnomaly: true },
    { highRiskCount: 1 },
    { highRisk: [{ date: null, type: 'Rental', company: null, phone: null }] },
    { financeCount: 0 },
    { stolen: false },
  ])('is conclusive with %j', (found) => {
    expect(isVdiCheckInconclusive({ ...vdiCheckWithoutEntries, ...open, ...found })).toBe(false);
  });
});

test.each([
  ['timeout', 'soon'],
  ['interrupted', 'soon'],
  ['budget-spent', 'tomorrow'],
  ['silent', 'tomorrow'],
  ['not-held', 'never'],
  ['unknown-vehicle', 'never'],
  ['restricted', 'never'],
] as const)('a retry after %s is worthwhile %s, and the reason does not mention it', (failure, retry) => {
  expect(fullCheckRetryTimingOf(failure)).toBe(retry);
  expect(fullCheckFailureMessage(failure)).not.toMatch(/try again/i);
});
