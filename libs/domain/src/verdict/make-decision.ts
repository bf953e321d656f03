import { adviceLevel } from './causes.ts';
import { mileageOfRecord } from '../vehicle/mileage/mileage-of-record.ts';
import { type CauseAnswer, causeAnswers } from './decision-causes.ts';
import { cautionRank, cautions } from './decision-cautions.ts';
import { decisionNote } from './decision-note.ts';
import { questions } from './decision-questions.ts';
import { causeNames, clearChecksSentence, nextStepSentence, decisionSentence, titleOf } from './decision-messages.ts';
import type { Decision, DecisionVerdict, Finding } from './decision.ts';
import { unansweredFreeChecks } from './unanswered-free-checks.ts';
import type { FullCheck } from '../vehicle/record/full-check.ts';
import type { VehicleRecord } from '../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../kernel/time/iso-date.ts';

/** Maximum number of reasons that are displayed at once. */
const shownReasons = 5;

/**
 * The decision on a vehicle on a given day: verdict by the buying advice, reasons with their numbers, the next step and
 * the six questions of a buyer. The rules are the same before (`null`) and after a full check. `most`: maximum number
 * of reasons.
 */
export function makeDecision(
  record: VehicleRecord,
  fullCheck: FullCheck | null,
  today: IsoDate,
  most = shownReasons,
): Decision {
  const timeline = mileageOfRecord(record);
  const causes = causeAnswers(record, fullCheck, timeline);
  const found = allFindings(causes, cautions(record, fullCheck, today, timeline));
  const level = adviceLevel(causes.flatMap(({ cause, state }) => (state === 'yes' ? [cause] : [])));
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

  const situation = { verdict, record, fullCheck, today, causes, found, gaps, asking, timeline };
  const decision: Decision = {
    verdict,
    title: titleOf(situation),
    sentence: decisionSentence(situation),
    clear: clearChecksSentence(situation),
    note: decisionNote(record, fullCheck, today),
    reasons: found
      .slice(0, most)
      .map(({ id, level: seriousness, text, source, at }) => ({ id, level: seriousness, text, source, at })),
    more: Math.max(0, found.length - most),
    next: nextStepSentence(situation),
    questions: questions({ record, fullCheck, today, causes, found, timeline }),
  };
  return decision;
}

/** The causes that decide, then everything else that is worth looking into, each most serious first. */
export function allFindings(causes: readonly CauseAnswer[], looked: readonly Finding[]): Finding[] {
  const found = causes.flatMap(({ finding }) => (finding === null ? [] : [finding]));
  const isLook = ({ level }: Finding) => level === 'LOOK';
  const look = [...found.filter(isLook), ...looked].toSorted((a, b) => cautionRank(a) - cautionRank(b));
  return [...found.filter((finding) => !isLook(finding)), ...look];
}

/** Whether a pass may stand next to the answer to a cause. */
const isRuledOut = ({ state, finding }: CauseAnswer): boolean =>
  state === 'no' || (state === 'yes' && finding?.level === 'LOOK');

/** Whether the full check answered what a free source left open. */
function isAnswered(what: string | null, causes: readonly CauseAnswer[]): boolean {
  const same = causes.filter(({ cause }) => causeNames[cause] === what);
  return same.length > 0 && same.every(({ state }) => state === 'no' || state === 'yes');
}
