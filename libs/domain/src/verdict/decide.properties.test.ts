import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { adviceCauses } from './causes.ts';
import { taxAlert } from '../vehicle/tax/tax-alert.ts';
import { arbitraryFullCheck, arbitraryVehicleRecord } from '../testing/any-vehicle.ts';
import { fullCheckFixture } from '../testing/full-checks.ts';
import { vehicleRecordFixture } from '../testing/vehicle-records.ts';
import { makeBuyingDecision } from './make-decision.ts';
import { adviceCauseAnswers } from './decision-causes.ts';
import { type BuyingDecision, decisionQuestions, type DecisionVerdict } from './decision.ts';
import type { FullCheck, VdiCheck } from '../vehicle/record/full-check.ts';
import { roadStatusOf } from '../vehicle/record/road-status.ts';
import { taxiEvidence } from '../vehicle/taxi/taxi-evidence.ts';
import type { RecordSection, VehicleRecord } from '../vehicle/record/vehicle-record.ts';

const today = '2026-06-01';
const anyCheck = fc.option(arbitraryFullCheck, { nil: null });
const runs = { numRuns: 60 };
const forAny = (check: (record: VehicleRecord, fullCheck: FullCheck | null, decision: BuyingDecision) => void) =>
  fc.assert(
    fc.property(arbitraryVehicleRecord, anyCheck, (record, fullCheck) => {
      check(record, fullCheck, makeBuyingDecision({ record, fullCheck, today }));
    }),
    runs,
  );

describe('a decision on any record', () => {
  test('has at most five reasons, most serious first, and counts the rest', () => {
    forAny((_record, _fullCheck, { reasons, more, verdict, title, sentence }) => {
      expect(reasons.length).toBeLessThanOrEqual(5);
      expect(more === 0 || reasons.length === 5).toBe(true);
      const ranks = reasons.map(({ level }) => ['FAILED', 'WARNING', 'LOOK'].indexOf(level));
      expect(ranks).toEqual(ranks.toSorted());
      expect(new Set(reasons.map(({ id }) => id)).size).toBe(reasons.length);
      if (verdict === 'FAILED' || verdict === 'WARNING') expect(reasons[0]?.level).toBe(verdict);
      if (verdict === 'LOOK INTO') {
        const counted = title.startsWith('Not yet checked') ? sentence : title;
        expect(counted).toMatch(new RegExp(`^${reasons.length + more} things? to look into`));
      }
      if (verdict === 'NOTHING FOUND' || verdict === 'ASKING') expect([reasons, more]).toEqual([[], 0]);
    });
  });

  test('consists of complete sentences without gaps', () => {
    forAny((_record, _fullCheck, { title, sentence, next, reasons, questions }) => {
      for (const text of [sentence, next, ...reasons.map((reason) => reason.text)]) {
        expect(text).toMatch(/[^.\s]\.$/s);
        expect(text).not.toMatch(/\s{2}|\n/);
        expect(text.length).toBeLessThan(500);
      }
      for (const text of [title, sentence, next, ...questions.map(({ answer }) => answer)]) {
        expect(text).not.toBe('');
        expect(text).not.toMatch(/undefined|null|NaN|Infinity|\[object/);
      }
    });
  });

  test('answers the six questions, none of them locked after a full check', () => {
    forAny((_record, fullCheck, { questions }) => {
      expect(questions.slice(0, 6).map(({ id }) => id)).toEqual([...decisionQuestions]);
      expect(questions.slice(6).every(({ state }) => state === 'found')).toBe(true);
      if (fullCheck !== null) expect(questions.some(({ state }) => state === 'locked')).toBe(false);
    });
  });

  test('has a question for every finding, which is never clear', () => {
    forAny((_record, _fullCheck, { questions, reasons, more }) => {
      const found = questions.filter(({ state }) => state === 'found');
      expect(found.length === 0).toBe(reasons.length + more === 0);
      if (more > 0) return;
      const levels = new Set(reasons.map(({ level }) => level));
      for (const { level } of found) expect(levels).toContain(level);
    });
  });

  test('passes only if a full check ruled out every cause', () => {
    forAny((record, fullCheck, { verdict, questions }) => {
      const answers = adviceCauseAnswers(record, fullCheck).map(({ state }) => state);
      if (verdict !== 'PASSED') return;
      expect(fullCheck).not.toBeNull();
      expect(answers).toEqual(
        adviceCauses.map(({ level }) => (level === 'LOOK' ? expect.stringMatching(/^(?:no|yes)$/) : 'no')),
      );
      for (const id of ['stolen', 'owed', 'crashed']) {
        expect(['clear', 'found']).toContain(questions.find((question) => question.id === id)?.state);
      }
    });
  });

  test('never reports that nothing was found before every free source has responded', () => {
    forAny(({ licensing, testing, specification }, _fullCheck, { verdict }) => {
      if (verdict !== 'NOTHING FOUND') return;
      expect([licensing.state, testing.state, specification.state]).toEqual(['found', 'found', 'found']);
    });
  });

  test('passes a sound vehicle exactly if no deciding answer of the full check is missing', () => {
    const sound = fullCheckFixture();
    if (sound.vdi.state !== 'found') throw new Error('the full check of a sound vehicle is there');
    const { vdi } = sound;
    const deciding = ['stolen', 'insurerTheftCount', 'financeCount', 'identityInspected'];
    fc.assert(
      fc.property(fc.subarray(Object.keys(vdi.data)), (keys) => {
        const blank = keys.map((key) => [key, Array.isArray(Reflect.get(vdi.data, key)) ? [] : null]);
        const data = { ...vdi.data, ...Object.fromEntries(blank) } as VdiCheck;
        const { verdict } = makeBuyingDecision({
          record: vehicleRecordFixture(),
          fullCheck: { ...sound, vdi: { ...vdi, data } },
          today,
        });
        const isLoss = keys.includes('writtenOff') && keys.includes('writeOffCount');
        const isMissing = isLoss || deciding.some((key) => keys.includes(key));
        expect(verdict).toBe(isMissing ? 'INCOMPLETE' : 'PASSED');
      }),
      { numRuns: 300 },
    );
  });

  test('never passes with a date of scrapping or export on record, regardless of the marker and the other source', () => {
    const flag = fc.constantFrom(true, false, null);
    const date = fc.constantFrom('2020-01-01', null);
    const inRecord = fc.record({ scrapped: flag, dateScrapped: date, exported: flag, dateExported: date });
    const inCheck = fc.record({
      scrapped: flag,
      scrapDate: date,
      exported: flag,
      exportDate: date,
      imported: flag,
      importDate: date,
    });
    fc.assert(
      fc.property(inRecord, inCheck, (specification, vdi) => {
        const { verdict } = makeBuyingDecision({
          record: vehicleRecordFixture({ specification }),
          fullCheck: fullCheckFixture({ vdi }),
          today,
        });
        const { verdict: before } = makeBuyingDecision({
          record: vehicleRecordFixture({ specification }),
          fullCheck: null,
          today,
        });
        const isDated = (fields: Record<string, unknown>, ...keys: string[]) =>
          keys.some((key) => fields[key] !== null);
        if (isDated(specification, 'dateScrapped')) expect([before, verdict]).toEqual(['FAILED', 'FAILED']);
        if (isDated(specification, 'dateExported')) expect(['FAILED', 'WARNING']).toContain(before);
        if (isDated(vdi, 'scrapDate')) expect(verdict).toBe('FAILED');
        if (isDated(vdi, 'exportDate')) expect(['FAILED', 'WARNING']).toContain(verdict);
      }),
      { numRuns: 300 },
    );
  });

  test('reports nothing found for a sound vehicle exactly if every free source has responded', () => {
    const states = fc.constantFrom('found', 'timeout', 'not-held', 'asking');
    fc.assert(
      fc.property(states, states, states, (licensing, testing, specification) => {
        const changesFor = (state: string) => (state === 'timeout' || state === 'not-held' ? state : {});
        const answered = vehicleRecordFixture({
          licensing: changesFor(licensing),
          testing: changesFor(testing),
          specification: changesFor(specification),
        });
        const asking = (state: string, { source, at }: RecordSection<unknown>) =>
          state === 'asking' ? ({ state: 'asking', source, at } as const) : null;
        const record: VehicleRecord = {
          ...answered,
          licensing: asking(licensing, answered.licensing) ?? answered.licensing,
          testing: asking(testing, answered.testing) ?? answered.testing,
          specification: asking(specification, answered.specification) ?? answered.specification,
        };
        const all = [licensing, testing, specification];
        const expected = all.includes('asking')
          ? 'ASKING'
          : all.every((state) => state === 'found')
            ? 'NOTHING FOUND'
            : 'INCOMPLETE';
        expect(makeBuyingDecision({ record, fullCheck: null, today }).verdict).toBe(expected);
      }),
      { numRuns: 200 },
    );
  });

  test('is no milder after a clear full check than without one', () => {
    fc.assert(
      fc.property(arbitraryVehicleRecord, (record) => {
        const before = makeBuyingDecision({ record, fullCheck: null, today }).verdict;
        const after = makeBuyingDecision({ record, fullCheck: fullCheckFixture(), today }).verdict;
        if (before === 'FAILED' || before === 'WARNING') expect(after).toBe(before);
        else expect(['FAILED', 'WARNING']).not.toContain(after);
      }),
      runs,
    );
  });
});

describe('a verdict is monotone', () => {
  const severity = (verdict: DecisionVerdict): number => (verdict === 'FAILED' ? 2 : verdict === 'WARNING' ? 1 : 0);
  const added: [string, Partial<VdiCheck>][] = [
    ['police-stolen', { stolen: true, stolenSource: 'PNC' }],
    ['insurance-stolen', { insurerTheftCount: 1 }],
    ['written-off', { writtenOff: true }],
    ['scrapped', { scrapped: true }],
    ['unscrapped', { scrapped: false, scrapDate: '2020-01-01' }],
    ['identity-inspection', { identityInspected: true }],
    ['finance', { financeCount: 1 }],
    ['exported', { exported: true }],
    ['mileage', { mileageAnomaly: true }],
    ['imported', { imported: true }],
  ];

  test('every cause of the buying advice is tested', () => {
    expect(added.map(([cause]) => cause)).toEqual(adviceCauses.map(({ cause }) => cause));
  });

  test.each(added)('%s never makes the verdict milder, and passes only if it is lawful', (cause, more) => {
    fc.assert(
      fc.property(arbitraryVehicleRecord, arbitraryFullCheck, (record, fullCheck) => {
        if (fullCheck.vdi.state !== 'found') return;
        const before = makeBuyingDecision({ record, fullCheck, today }).verdict;
        const worse = { ...fullCheck, vdi: { ...fullCheck.vdi, data: { ...fullCheck.vdi.data, ...more } } };
        const after = makeBuyingDecision({ record, fullCheck: worse, today }).verdict;
        expect(severity(after)).toBeGreaterThanOrEqual(severity(before));
        if (cause !== 'imported') expect(severity(after)).toBeGreaterThan(0);
      }),
      { numRuns: 25 },
    );
  });
});

test('there is no tax alert for a vehicle off the road, nor while a source is pending', () => {
  fc.assert(
    fc.property(arbitraryVehicleRecord, anyCheck, (record, fullCheck) => {
      const alert = taxAlert({ record, today, fullCheck });
      if (alert !== null) expect(roadStatusOf(record, fullCheck)).toBe('in-use');
      if (record.licensing.state === 'asking' || record.specification.state === 'asking') expect(alert).toBeNull();
    }),
    runs,
  );
});

test('taxi evidence from any record is valid and one sentence each', () => {
  fc.assert(
    fc.property(arbitraryVehicleRecord, (record) => {
      for (const { text } of taxiEvidence(record)) expect(text).toMatch(/\.$/);
    }),
    runs,
  );
});
