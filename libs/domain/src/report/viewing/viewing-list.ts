import { vehicleKind } from '../../vehicle/record/vehicle-kind.ts';
import { isElectric } from '../../vehicle/electric/is-electric.ts';
import type { MileageTimeline } from '../../vehicle/mileage/mileage-timeline.ts';
import { mileageOfRecord } from '../../vehicle/mileage/mileage-of-record.ts';
import { causeAnswers } from '../../verdict/decision-causes.ts';
import { cautions } from '../../verdict/decision-cautions.ts';
import type { FullCheck } from '../../vehicle/record/full-check.ts';
import type { VehicleRecord } from '../../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { advisedItems } from './advised-items.ts';
import { everyCarChecks, everyCarQuestions } from './every-car-items.ts';
import { findingItems } from './finding-items.ts';
import { adaptItemsToVehicle } from './adapt-items-to-vehicle.ts';
import {
  ageItem,
  colourItem,
  odometerItem,
  electricItem,
  plateQuestion,
  shortOwnershipQuestion,
  v5cItem,
  vinItem,
} from './record-items.ts';
import type { ViewingItem } from './viewing-item.ts';

/** The checks and questions for viewing a car; every id is unique. */
export interface ViewingList {
  /** Most harmful first; at most six are of this car's own record. */
  checks: ViewingItem[];
  /** Most harmful first; at most four are of this car's own record. */
  questions: ViewingItem[];
}

/** Limits for items from the record, ten together: a buyer who reads more does less. */
const fromTheRecord = { checks: 6, questions: 4 };

/**
 * The list for viewing a car, from its own record: findings first, then identification, then the advisories of the last
 * MOT, then items for every car. A car without a history gets items for every car; other kinds of vehicles get no rules
 * for cars.
 */
export function viewingList(record: VehicleRecord, fullCheck: FullCheck | null, today: IsoDate): ViewingList {
  const timeline: MileageTimeline | null = mileageOfRecord(record);
  const causes = causeAnswers(record, fullCheck, timeline).flatMap(({ finding }) => finding ?? []);
  const known = { fullCheck, timeline };
  const caused = findingItems(causes, known);
  const looked = findingItems(cautions(record, fullCheck, today, timeline), known);
  const advised = advisedItems(record, today);
  const identity = [...vinItem(record, today), ...odometerItem(record, timeline, today), ...v5cItem(record)];
  const checks = [
    ...caused.checks,
    ...identity,
    ...looked.checks,
    ...advised.checks,
    ...colourItem(record, fullCheck),
    ...electricItem(record),
    ...ageItem(record, today),
  ];
  const questions = [
    ...caused.questions,
    ...looked.questions,
    ...plateQuestion(record, fullCheck),
    ...shortOwnershipQuestion(record, fullCheck, today),
    ...advised.questions,
  ];
  return {
    checks: adaptItemsToVehicle(
      vehicleKind(record),
      each([...each(checks).slice(0, fromTheRecord.checks), ...everyCarChecks(isElectric(record))]),
    ),
    questions: each([...each(questions).slice(0, fromTheRecord.questions), ...everyCarQuestions]).map((item) => ({
      ...item,
      id: `ask-${item.id}`,
    })),
  };
}

/** Removes repeated ids: the first item with an id is the most precise. */
function each(items: readonly ViewingItem[]): ViewingItem[] {
  const known = new Map<string, ViewingItem>();
  for (const item of items) if (!known.has(item.id)) known.set(item.id, item);
  return [...known.values()];
}
