import { answerDecisionQuestions } from './decision-questions.ts';
import type { Decision } from './decision.ts';
import { judge } from './verdict-summary.ts';
import type { FullCheck } from '../vehicle/record/full-check.ts';
import type { VehicleRecord } from '../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../kernel/time/iso-date.ts';

/**
 * The decision on a vehicle on a given day: verdict by the buying advice, reasons with their numbers, the next step and
 * the questions of a buyer. The rules are the same before (`null`) and after a full check. `most`: maximum number of
 * reasons.
 */
export function makeDecision(
  record: VehicleRecord,
  fullCheck: FullCheck | null,
  today: IsoDate,
  most?: number,
): Decision {
  const { summary, known } = judge(record, fullCheck, today, most);
  return { ...summary, questions: answerDecisionQuestions(known) };
}
