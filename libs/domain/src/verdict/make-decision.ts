import { answerDecisionQuestions } from './decision-questions.ts';
import type { BuyingDecision } from './decision.ts';
import { judgeVehicle } from './verdict-summary.ts';
import type { ReportInput } from '../vehicle/record/report-input.ts';

/**
 * The decision on a vehicle on a given day: verdict by the buying advice, reasons with their numbers, the next step and
 * the questions of a buyer. The rules are the same before (`null`) and after a full check. `most`: maximum number of
 * reasons.
 */
export function makeBuyingDecision(input: ReportInput, most?: number): BuyingDecision {
  const { summary, known } = judgeVehicle(input, most);
  return { ...summary, questions: answerDecisionQuestions(known) };
}
