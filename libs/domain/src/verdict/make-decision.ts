import { answerDecisionQuestions } from './decision-questions.ts';
import type { BuyingDecision } from './decision.ts';
import { judgeVehicle } from './verdict-summary.ts';
import type { FullCheck } from '../vehicle/record/full-check.ts';
import type { VehicleRecord } from '../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../kernel/time/iso-date.ts';

/**
 * The decision on a vehicle on a given day: verdict by the buying advice, reasons with their numbers, the next step and
 * the questions of a buyer. The rules are the same before (`null`) and after a full check. `most`: maximum number of
 * reasons.
 */
export function makeBuyingDecision(
  record: VehicleRecord,
  fullCheck: FullCheck | null,
  today: IsoDate,
  most?: number,
): BuyingDecision {
  const { summary, known } = judgeVehicle(record, fullCheck, today, most);
  return { ...summary, questions: answerDecisionQuestions(known) };
}
