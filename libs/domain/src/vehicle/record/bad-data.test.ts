import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { additionalChecks } from '../../full-check/additional-checks.ts';
import { colourHistory } from '../../full-check/colour-history.ts';
import { financeNextStep } from '../../full-check/finance-next-step.ts';
import { highRiskFinding } from '../../full-check/findings.ts';
import { fullVdiRows } from '../../full-check/full-vdi-rows.ts';
import { identityInspectionOf } from '../../full-check/identity-inspection-of.ts';
import { keeperHistory } from '../../full-check/keeper-history.ts';
import { matchVin, lastFiveOfVin } from '../../full-check/match-vin.ts';
import { motTestsSinceLoss } from '../../full-check/mot-tests-since-loss.ts';
import { plateHistory } from '../../full-check/plate-history.ts';
import { recallNextStep } from '../../full-check/recall-next-step.ts';
import { compareAskingPrice, valuationRows } from '../../full-check/valuation.ts';
import { salvageCategoryMeaningOf } from '../../full-check/write-off-category.ts';
import { firstUseDateOf } from '../mileage/first-used.ts';
import { highMileage } from '../mileage/high-mileage.ts';
import { mileageTimeline } from '../mileage/mileage-timeline.ts';
import { parsePounds } from '../../kernel/money/parse-pounds.ts';
import { repeatedSafetyAdvisories } from '../mot/advisory-repeats.ts';
import { motHistory } from '../mot/mot-history.ts';
import { motState } from '../mot/mot-state.ts';
import { motTestBadge } from '../mot/mot-test-badge.ts';
import { taxOfRecord } from '../tax/tax-of-record.ts';
import { taxAlert } from '../tax/tax-alert.ts';
import { arbitraryTypedText, arbitraryVehicle } from '../../testing/any-vehicle.ts';
import { makeBuyingDecision } from '../../verdict/make-decision.ts';
import { adviceCauseAnswers } from '../../verdict/decision-causes.ts';
import type { FullCheck } from './full-check.ts';
import { frequentKeeperChanges, frequentPlateChanges } from '../../full-check/frequent-changes.ts';
import { roadStatusOf } from './road-status.ts';
import { savedVehicleColumnsOf } from '../../report/saved-report.ts';
import { taxiEvidence } from '../taxi/taxi-evidence.ts';
import { freeVdiRows } from '../../full-check/vdi-rows.ts';
import { vehicleFacts } from '../facts/vehicle-facts.ts';
import { vehicleName } from '../facts/vehicle-name.ts';
import type { RecordSection, VehicleRecord } from './vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { isZeroEmission } from './zero-emission.ts';

/** `npm run soak` sets a higher number and a seed of its own. */
const numRuns = Number(process.env.SOAK_RUNS ?? 50);
const seed = Number(process.env.SOAK_SEED ?? 20_270_303);

interface Vehicle {
  record: VehicleRecord;
  fullCheck: FullCheck | null;
  today: IsoDate;
}

/** All values that the pages show of a vehicle. */
function pageOf({ record, fullCheck, today }: Vehicle, typed: string) {
  const { testing } = record;
  const tests = testing.state === 'found' ? testing.data.tests : [];
  const history = motHistory(tests);
  const vdi = fullCheck?.vdi.state === 'found' ? fullCheck.vdi.data : null;
  const price = parsePounds(typed);
  return {
    facts: vehicleFacts(record, today),
    name: vehicleName(record),
    free: freeVdiRows({ record, today, fullCheck: null }),
    afterCheck: freeVdiRows({ record, today, fullCheck }),
    full: fullCheck === null ? [] : fullVdiRows(record, fullCheck, typed),
    additional: additionalChecks(fullCheck),
    decision: makeBuyingDecision({ record, fullCheck, today }),
    tax: taxOfRecord(record, today),
    alert: taxAlert({ record, today, fullCheck }),
    mot: motState(record, today),
    badges: tests.map((test) => motTestBadge(test, today)),
    history,
    repeats: repeatedSafetyAdvisories(history),
    mileage: mileageTimeline(tests, testing.state === 'found' ? firstUseDateOf(testing.data) : null),
    highMileage: highMileage(record),
    saved: savedVehicleColumnsOf(record, today),
    taxi: taxiEvidence(record),
    pace: [frequentKeeperChanges({ record, fullCheck, today }), frequentPlateChanges(record, fullCheck)],
    road: roadStatusOf(record, fullCheck),
    zero: isZeroEmission(record),
    keepers: keeperHistory({ record, fullCheck, today }),
    plates: plateHistory(record, fullCheck),
    colours: colourHistory(record, fullCheck),
    identity: identityInspectionOf(record, fullCheck),
    recall: recallNextStep(record),
    vin: matchVin(typed, record, fullCheck),
    finance: (vdi?.finance ?? []).map((agreement) =>
      financeNextStep(agreement, { registration: record.registration, vinLast5: lastFiveOfVin(vdi?.vinLast5 ?? null) }),
    ),
    losses: (vdi?.writeOffs ?? []).map(({ category, lossDate }) => [
      salvageCategoryMeaningOf(category),
      motTestsSinceLoss(record, lossDate, today),
    ]),
    valuation: fullCheck === null ? null : valuationRows(fullCheck.valuation),
    asking: fullCheck === null || !price.ok ? null : compareAskingPrice(price.pence, fullCheck.valuation),
    price,
  };
}

const leaked = /\bundefined\b|\bnull\b|NaN|Invalid|Infinity|\[object/;

/** Control characters and bidirectional marks. */
const reordering = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Every displayed value, with its path. */
function* leaves(value: unknown, path = ''): Generator<[string, unknown]> {
  if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* leaves(item, `${path}.${key}`);
  } else {
    yield [path, value];
  }
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) frozen(item);
    Object.freeze(value);
  }
  return value;
}

const vehicle = arbitraryVehicle.map(frozen);
const check = (property: (vehicle: Vehicle, typed: string) => void) => {
  fc.assert(fc.property(vehicle, arbitraryTypedText, property), { numRuns, seed });
};

describe('for any data of the sources', () => {
  test('every function that makes a page returns, and shows no missing value as text', () => {
    check((any, typed) => {
      const bad = [...leaves(pageOf(any, typed))].filter(([, value]) => {
        if (typeof value === 'number') return !Number.isFinite(value);
        return typeof value === 'string' ? leaked.test(value) : value === undefined;
      });
      expect(bad).toEqual([]);
    });
  });

  test('no text of a register reorders or hides the text around it', () => {
    check((any, typed) => {
      const {
        facts,
        name,
        free,
        afterCheck,
        full,
        additional,
        decision,
        taxi,
        finance,
        keepers,
        plates,
        colours,
        ...page
      } = pageOf(any, typed);
      const printed = [
        facts,
        name,
        free,
        afterCheck,
        full,
        additional,
        decision,
        taxi,
        finance,
        keepers,
        plates,
        colours,
      ];
      const texts = [...leaves([printed, page.losses, page.identity, page.valuation, page.vin])];
      expect(texts.filter(([, text]) => typeof text === 'string' && reordering.test(text))).toEqual([]);
    });
  });

  test('the same data makes the same page', () => {
    check((any, typed) => {
      expect(pageOf(any, typed)).toEqual(pageOf(structuredClone(any), typed));
    });
  });

  test('each row has a value with its source and time, or a reason', () => {
    check(({ record, fullCheck, today }, typed) => {
      const rows = [
        ...vehicleFacts(record, today),
        ...freeVdiRows({ record, today, fullCheck }),
        ...(fullCheck === null ? [] : fullVdiRows(record, fullCheck, typed)),
        ...(fullCheck === null ? [] : valuationRows(fullCheck.valuation).rows),
      ];
      for (const { label, value, source, at, why } of rows) {
        expect([label, value === null]).toEqual([label, why !== null && why.length > 0]);
        expect([label, value === null]).toEqual([label, source === null && at === null]);
        expect([label, value?.trim()]).not.toEqual([label, '']);
      }
    });
  });
});

/** The fields that each row uses; if all are missing, the row has no value. */
const fieldsOf: Record<string, { specification?: string[]; vdi?: string[]; licensing?: string[]; testing?: string[] }> =
  {
    Imported: {
      specification: ['imported', 'importedFromOutsideEu'],
      vdi: ['imported', 'importedFromOutsideEu', 'importDate'],
    },
    Exported: {
      specification: ['exported', 'dateExported'],
      vdi: ['exported', 'exportDate'],
      licensing: ['markedForExport'],
    },
    Scrapped: {
      specification: ['scrapped', 'dateScrapped', 'certificateOfDestruction'],
      vdi: ['scrapped', 'scrapDate', 'certificateOfDestruction'],
    },
    'Previous Keepers': { specification: ['previousKeepers', 'keeperChanges'], vdi: ['previousKeepers'] },
    'Plate Changes': { specification: ['plateChangeCount', 'plateChanges'], vdi: ['plateChangeCount', 'plateChanges'] },
    'Written Off': { vdi: ['writtenOff', 'writeOffCount', 'writeOffs'] },
    'Salvage History': { vdi: ['writtenOff', 'writeOffCount', 'writeOffs'] },
    Stolen: { vdi: ['stolen', 'insurerTheftCount'] },
    'Colour Changes': {
      specification: ['colourChangeCount', 'colourChanges'],
      vdi: ['colourChangeCount', 'latestColourChange'],
    },
    'VIN Check': { specification: ['vinLast5'], vdi: ['vinLast5'] },
    'Outstanding Finance': { vdi: ['financeCount', 'finance'] },
  };

function without<T>(section: RecordSection<T>, fields: readonly string[] = []): RecordSection<T> {
  if (section.state !== 'found') return section;
  const data = Object.fromEntries(
    Object.entries(section.data as object).map(([key, value]) => [
      key,
      fields.includes(key) ? (Array.isArray(value) ? [] : null) : value,
    ]),
  );
  return { ...section, data: data as T };
}

/** The meaning of a row: yes, no, or neither. */
function answerOf(value: string | null | undefined): 'yes' | 'no' | 'other' {
  if (value?.startsWith('Yes') === true) return 'yes';
  return value === 'No' ? 'no' : 'other';
}

describe('nothing is invented', () => {
  test('a row without its fields has no value', () => {
    check(({ record, fullCheck, today }) => {
      for (const [label, fields] of Object.entries(fieldsOf)) {
        const stripped: VehicleRecord = {
          ...record,
          licensing: without(record.licensing, fields.licensing),
          specification: without(record.specification, fields.specification),
        };
        const checked = fullCheck === null ? null : { ...fullCheck, vdi: without(fullCheck.vdi, fields.vdi) };
        const rows = [
          ...freeVdiRows({ record: stripped, today, fullCheck: checked }),
          ...(checked === null ? [] : fullVdiRows(stripped, checked, '12345')),
        ];
        const values = rows.filter((row) => row.label === label).map(({ value, tone }) => [label, value, tone]);
        expect(values).toEqual(values.map(() => [label, null, 'unknown']));
      }
    });
  });

  test('without a source that responded there is no finding', () => {
    check(({ record, fullCheck, today }, typed) => {
      const silent = <T>({ source, at }: RecordSection<T>): RecordSection<T> => ({
        state: 'unavailable',
        source,
        at,
        reason: 'timeout',
      });
      const none: VehicleRecord = {
        ...record,
        licensing: silent(record.licensing),
        testing: silent(record.testing),
        specification: silent(record.specification),
      };
      const check =
        fullCheck === null
          ? null
          : { ...fullCheck, vdi: silent(fullCheck.vdi), valuation: silent(fullCheck.valuation) };
      const page = pageOf({ record: none, fullCheck: check, today }, typed);
      const rows = [...page.facts, ...page.free, ...page.afterCheck, ...page.full, ...(page.valuation?.rows ?? [])];
      expect(rows.filter(({ value }) => value !== null)).toEqual([]);
      expect(page.additional.filter(({ status }) => status !== null)).toEqual([]);
      expect([page.keepers, page.plates, page.colours].map(({ count }) => count)).toEqual([null, null, null]);
      expect(page.identity.state).toBe('unknown');
      expect(page.vin.state).toBe('not-available');
      expect(page.decision.verdict).not.toBe('PASSED');
      // A Q plate is visible on the vehicle itself.
      expect(page.decision.reasons.filter(({ id }) => id !== 'q-plate')).toEqual([]);
    });
  });

  test('the rows, the cards and the decision agree', () => {
    check(({ record, fullCheck }) => {
      if (fullCheck === null) return;
      const causes = new Map(adviceCauseAnswers(record, fullCheck).map(({ cause, state }) => [cause, state]));
      const rows = new Map(fullVdiRows(record, fullCheck).map(({ label, value }) => [label, value]));
      const cards = new Map(additionalChecks(fullCheck).map(({ name, state }) => [name, state]));
      const both = [causes.get('police-stolen'), causes.get('insurance-stolen')];
      const stolen = both.includes('yes') ? 'yes' : both.every((state) => state === 'no') ? 'no' : 'other';

      for (const [label, name, cause] of [
        ['Written Off', 'Written Off', causes.get('written-off')],
        ['Stolen', 'Stolen Check', stolen],
        ['Outstanding Finance', 'Finance Check', causes.get('finance')],
      ] as const) {
        const decided = cause === 'yes' || cause === 'no' ? cause : 'other';
        expect([label, answerOf(rows.get(label))]).toEqual([label, decided]);
        const state = cards.get(name);
        const card = state === 'found' ? 'yes' : state === 'clear' ? 'no' : 'other';
        // A note on the register of vehicles at risk is found by the finance card, and is not an agreement.
        const isNote = name === 'Finance Check' && card === 'yes' && highRiskFinding(fullCheck).state === 'found';
        if (!isNote) expect([name, card]).toEqual([name, decided]);
      }
    });
  });

  test('the markers of import, export and scrapping agree with the decision', () => {
    check(({ record, fullCheck, today }) => {
      const causes = new Map(adviceCauseAnswers(record, fullCheck).map(({ cause, state }) => [cause, state]));
      const rows = new Map(freeVdiRows({ record, today, fullCheck }).map(({ label, value }) => [label, value]));
      for (const [label, cause] of [
        ['Imported', 'imported'],
        ['Exported', 'exported'],
        ['Scrapped', 'scrapped'],
      ] as const) {
        const isWithdrawn = cause === 'scrapped' && causes.get('unscrapped') === 'yes';
        const decided = isWithdrawn ? '' : (causes.get(cause) ?? '');
        expect([label, answerOf(rows.get(label))]).toEqual([
          label,
          ['yes', 'no'].includes(decided) ? decided : 'other',
        ]);
      }
    });
  });
});
