import { vehicleKind } from '../../vehicle/record/vehicle-kind.ts';
import { isElectric } from '../../vehicle/electric/is-electric.ts';
import type { MileageTimeline } from '../../vehicle/mileage/mileage-timeline.ts';
import { mileageOfRecord } from '../../vehicle/mileage/mileage-of-record.ts';
import { adviceCauseAnswers } from '../../verdict/decision-causes.ts';
import { decisionCautions } from '../../verdict/decision-cautions.ts';
import { viewingItemsForAdvisories } from './advised-viewing-items.ts';
import { everyCarViewingChecks, everyCarViewingQuestions } from './every-car-items.ts';
import { findingViewingItems } from './finding-viewing-items.ts';
import { adaptViewingItemsToVehicle } from './adapt-viewing-items-to-vehicle.ts';
import {
  ageViewingItems,
  colourViewingItems,
  odometerViewingItems,
  electricCarViewingItems,
  plateViewingItems,
  shortOwnershipViewingItems,
  v5cViewingItems,
  vinViewingItems,
} from './record-items.ts';
import type { ViewingItem } from './viewing-item.ts';
import type { ReportInput } from '../../vehicle/record/report-input.ts';

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
export function viewingList(input: ReportInput): ViewingList {
  const { record, fullCheck, today } = input;
  const timeline: MileageTimeline | null = mileageOfRecord(record);
  const causes = adviceCauseAnswers(record, fullCheck, timeline).flatMap(({ finding }) => finding ?? []);
  const known = { fullCheck, timeline };
  const caused = findingViewingItems(causes, known);
  const looked = findingViewingItems(decisionCautions(input, timeline), known);
  const advised = viewingItemsForAdvisories(record, today);
  const identity = [
    ...vinViewingItems(record, today),
    ...odometerViewingItems(record, timeline, today),
    ...v5cViewingItems(record),
  ];
  const checks = [
    ...caused.checks,
    ...identity,
    ...looked.checks,
    ...advised.checks,
    ...colourViewingItems(record, fullCheck),
    ...electricCarViewingItems(record),
    ...ageViewingItems(record, today),
  ];
  const questions = [
    ...caused.questions,
    ...looked.questions,
    ...plateViewingItems(record, fullCheck),
    ...shortOwnershipViewingItems(input),
    ...advised.questions,
  ];
  return {
    checks: adaptViewingItemsToVehicle(
      vehicleKind(record),
      each([...each(checks).slice(0, fromTheRecord.checks), ...everyCarViewingChecks(isElectric(record))]),
    ),
    questions: each([...each(questions).slice(0, fromTheRecord.questions), ...everyCarViewingQuestions]).map(
      (item) => ({
        ...item,
        id: `ask-${item.id}`,
      }),
    ),
  };
}

/** Removes repeated ids: the first item with an id is the most precise. */
function each(items: readonly ViewingItem[]): ViewingItem[] {
  const known = new Map<string, ViewingItem>();
  for (const item of items) if (!known.has(item.id)) known.set(item.id, item);
  return [...known.values()];
}
