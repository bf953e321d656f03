import { mostSeriousAdviceLevel } from './causes.ts';
import { mileageOfRecord } from '../vehicle/mileage/mileage-of-record.ts';
import { type AdviceCauseAnswer, adviceCauseAnswers } from './decision-causes.ts';
import { compareFindingsByImportance, decisionCautions } from './decision-cautions.ts';
import type { DecisionBasis } from './decision-questions.ts';
import {
  adviceCauseNames,
  clearChecksSentence,
  nextStepSentence,
  decisionSentence,
  decisionTitle,
} from './decision-messages.ts';
import type { BuyingDecision, DecisionVerdict } from './decision.ts';
import { unansweredFreeChecks } from './unanswered-free-checks.ts';
import type { ReportInput } from '../vehicle/record/report-input.ts';

/** Maximum number of reasons that are displayed at once. */
const shownReasons = 5;

/** The decision without the answers to a buyer's questions. */
export type VerdictSummary = Omit<BuyingDecision, 'questions'>;

/** The summary, with what it is based on. The rules are the same before (`null`) and after a full check. */
export function judgeVehicle(
  input: ReportInput,
  most = shownReasons,
): { summary: VerdictSummary; known: DecisionBasis } {
  const { record, fullCheck, today } = input;
  const timeline = mileageOfRecord(record);
  const causes = adviceCauseAnswers(record, fullCheck, timeline);
  const found = [
    ...causes.flatMap(({ finding }) => (finding === null ? [] : [finding])),
    ...decisionCautions(input, timeline),
  ].toSorted(compareFindingsByImportance);
  const level = mostSeriousAdviceLevel(causes.flatMap(({ cause, state }) => (state === 'yes' ? [cause] : [])));
  const gaps = unansweredFreeChecks(record, today).filter(
    ({ what }) => fullCheck === null || !isAnswered(what, causes),
  );
  const sections = [
    record.licensing,
    record.testing,
    record.specification,
    ...(fullCheck === null ? [] : [fullCheck.vdi]),
  ];
  const asking = sections.filter(({ state }) => state === 'asking').map(({ source }) => source);

  const verdict = ((): DecisionVerdict => {
    if (level !== null) return level;
    if (fullCheck !== null && asking.length === 0) {
      return gaps.length === 0 && causes.every(isRuledOut) ? 'PASSED' : 'INCOMPLETE';
    }
    if (found.length > 0) return 'LOOK INTO';
    if (asking.length > 0) return 'ASKING';
    return gaps.length === 0 ? 'NOTHING FOUND' : 'INCOMPLETE';
  })();

  const known = { ...input, causes, found, timeline };
  const situation = { ...known, verdict, gaps, asking };
  const summary: VerdictSummary = {
    verdict,
    title: decisionTitle(situation),
    sentence: decisionSentence(situation),
    clear: clearChecksSentence(situation),
    reasons: found
      .slice(0, most)
      .map(({ id, level: seriousness, text, source, at }) => ({ id, level: seriousness, text, source, at })),
    more: Math.max(0, found.length - most),
    next: nextStepSentence(situation),
  };
  return { summary, known };
}

/** Whether a pass may stand next to the answer to a cause. */
const isRuledOut = ({ state, finding }: AdviceCauseAnswer): boolean =>
  state === 'no' || (state === 'yes' && finding?.level === 'LOOK');

/** Whether the full check answered what a free source left open. */
function isAnswered(what: string | null, causes: readonly AdviceCauseAnswer[]): boolean {
  const same = causes.filter(({ cause }) => adviceCauseNames[cause] === what);
  return same.length > 0 && same.every(({ state }) => state === 'no' || state === 'yes');
}

/** The verdict with its reasons and the next step, for pages that do not answer a buyer's questions. */
export const verdictSummary = (input: ReportInput): VerdictSummary => judgeVehicle(input).summary;
