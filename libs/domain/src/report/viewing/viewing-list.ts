import { vehicleKind } from '../../vehicle/record/vehicle-kind.ts';
import { isElectric } from '../../vehicle/electric/is-electric.ts';
import type { MileageTimeline } from '../../vehicle/mileage/mileage-timeline.ts';
import { recordMileage } from '../../vehicle/mileage/record-mileage.ts';
import { causeAnswers } from '../../verdict/decision-causes.ts';
import { cautions } from '../../verdict/decision-cautions.ts';
import type { FullCheck } from '../../vehicle/record/full-check.ts';
import type { VehicleRecord } from '../../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { advisedItems } from './advised-items.ts';
import { everyCarChecks, everyCarQuestions } from './every-car.ts';
import { findingItems } from './finding-items.ts';
import { adaptItemsToVehicle } from './other-vehicles.ts';
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

/** What to look at and what to ask when a car is viewed; no id is there twice. */
export interface ViewingList {
  /** Most harmful first; at most `maxViewingChecks`. */
  checks: ViewingItem[];
  /** Most harmful first; at most `maxViewingQuestions`. */
  questions: ViewingItem[];
}

/** As many as are done in half an hour with a phone in the hand. */
export const maxViewingChecks = 18;
export const maxViewingQuestions = 12;
/** The rest is kept for what concerns every car. */
const fromTheRecord = { checks: 14, questions: 8 };

/**
 * The list for viewing a car, made from its own record: what was found first, then what identifies it, then what its last MOT
 * advised, then what concerns every car. A car without a history gets what concerns every car; of another kind of vehicle no rule for cars is told.
 */
export function viewingList(record: VehicleRecord, fullCheck: FullCheck | null, today: IsoDate): ViewingList {
  const timeline: MileageTimeline | null = recordMileage(record);
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
      each([...each(checks).slice(0, fromTheRecord.checks), ...everyCarChecks(isElectric(record))]).slice(
        0,
        maxViewingChecks,
      ),
    ),
    questions: each([...each(questions).slice(0, fromTheRecord.questions), ...everyCarQuestions])
      .slice(0, maxViewingQuestions)
      .map((item) => ({ ...item, id: `ask-${item.id}` })),
  };
}

/** Each thing once: the first of those with one id says most. */
function each(items: readonly ViewingItem[]): ViewingItem[] {
  const known = new Map<string, ViewingItem>();
  for (const item of items) if (!known.has(item.id)) known.set(item.id, item);
  return [...known.values()];
}
