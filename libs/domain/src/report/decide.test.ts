import { describe, expect, test } from '@jest/globals';
import { fullCheckOf, type FullCheckSetup } from '../testing/full-checks.ts';
import { recordOf, testOn, type RecordSetup } from '../testing/vehicle-records.ts';
import { decide } from './decide.ts';
import { decisionQuestions } from './decision.ts';

const today = '2026-06-01';
const free = (setup: RecordSetup = {}) => decide(recordOf(setup), null, today);
const checked = (full: FullCheckSetup = {}, setup: RecordSetup = {}) =>
  decide(recordOf(setup), fullCheckOf(full), today);

describe('the verdict before the full check', () => {
  test.each<[string, RecordSetup, string, string]>([
    ['nothing at all', {}, 'NOTHING FOUND', 'Nothing found in the free checks'],
    ['scrapped', { specification: { scrapped: true } }, 'FAILED', 'FAILED'],
    ['imported', { specification: { imported: true } }, 'WARNING', 'WARNING'],
    ['marked for export', { licensing: { markedForExport: true } }, 'WARNING', 'WARNING'],
    ['untaxed', { licensing: { taxStatus: 'Untaxed', taxDueDate: '2026-05-01' } }, 'LOOK INTO', '1 thing to look into'],
    [
      'a recall on a Q plate',
      { registration: 'Q123ABC', testing: { hasOutstandingRecall: 'Yes' } },
      'LOOK INTO',
      '2 things to look into',
    ],
    ['a silent source', { specification: 'timeout' }, 'INCOMPLETE', 'Not everything could be checked'],
    [
      'mileage that goes back',
      { testing: { tests: [testOn('2026-05-01', 61_000), testOn('2025-05-01', 82_000)] } },
      'WARNING',
      'WARNING',
    ],
  ])('%s', (_name, setup, verdict, title) => {
    expect(free(setup)).toMatchObject({ verdict, title });
  });
});

describe('the verdict after the full check', () => {
  test.each<[string, FullCheckSetup, RecordSetup, string]>([
    ['all clear', {}, {}, 'PASSED'],
    ['stolen', { vdi: { stolen: true } }, {}, 'FAILED'],
    ['finance', { vdi: { financeCount: 1 } }, {}, 'WARNING'],
    ['an answer with nulls', { vdi: { stolen: null } }, {}, 'INCOMPLETE'],
    ['no answer', { vdi: 'timeout' }, {}, 'INCOMPLETE'],
    ['scrapped by one of two', {}, { specification: { scrapped: true } }, 'FAILED'],
    ['something to look into is no cause', {}, { testing: { hasOutstandingRecall: 'Yes' } }, 'PASSED'],
  ])('%s', (_name, full, setup, verdict) => {
    expect(checked(full, setup).verdict).toBe(verdict);
  });
});

test('the six questions are always answered, in their order', () => {
  for (const decision of [free(), checked(), checked({ vdi: 'asking' })]) {
    expect(decision.questions.map(({ id }) => id)).toEqual([...decisionQuestions]);
  }
});
