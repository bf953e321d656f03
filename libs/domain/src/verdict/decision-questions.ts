import type { AdviceCause } from './causes.ts';
import { type MileageTimeline, countReadingsInOrder } from '../vehicle/mileage/mileage-timeline.ts';
import { motState } from '../vehicle/mot/mot-state.ts';
import { formatPounds } from '../kernel/money/format-pounds.ts';
import { taxOfRecord } from '../vehicle/tax/tax-of-record.ts';
import { formatDate } from '../kernel/time/format-date.ts';
import type { AdviceCauseAnswer } from './decision-causes.ts';
import { formatCountWithNoun } from '../kernel/text/phrases.ts';
import type { DecisionFinding } from './decision.ts';
import {
  type DecisionQuestion,
  type DecisionQuestionId,
  decisionQuestions,
  furtherDecisionQuestions,
} from './decision.ts';
import type { FullCheck, Valuation } from '../vehicle/record/full-check.ts';
import { roadStatusOf } from '../vehicle/record/road-status.ts';
import type { ReportInput } from '../vehicle/record/report-input.ts';

type Answer = Omit<DecisionQuestion, 'id' | 'level'> & { level?: DecisionQuestion['level'] };

const locked: Answer = { state: 'locked', answer: 'In the full check' };
const asking: Answer = { state: 'asking', answer: 'Asking now' };
const notAvailable: Answer = { state: 'unknown', answer: 'Not available' };

/** The questions of findings that are not about whether the vehicle is road legal. */
const questionOf: Partial<Record<DecisionFinding['id'], DecisionQuestionId>> = {
  'police-stolen': 'stolen',
  'insurance-stolen': 'stolen',
  finance: 'owed',
  'high-risk': 'owed',
  'written-off': 'crashed',
  'identity-inspection': 'crashed',
  mileage: 'mileage',
  'mileage-unclear': 'mileage',
  'high-mileage': 'mileage',
  'mot-failed': 'condition',
  'structure-advisory': 'condition',
  'brakes-advisory': 'condition',
  'steering-advisory': 'condition',
  taxi: 'condition',
  keepers: 'keepers',
  plates: 'keepers',
  'q-plate': 'keepers',
  imported: 'keepers',
  recall: 'recalls',
};

/** What the answers are based on. */
export interface DecisionBasis extends ReportInput {
  causes: readonly AdviceCauseAnswer[];
  /** All findings, most serious first. */
  found: readonly DecisionFinding[];
  timeline: MileageTimeline | null;
}

/**
 * Answers the questions of a buyer, in the order of `decisionQuestions`, then the further subjects that have a finding.
 * A question with findings is answered by them; only one without any can be clear, so that no tile contradicts the
 * verdict.
 */
export function answerDecisionQuestions(known: DecisionBasis): DecisionQuestion[] {
  const { fullCheck, causes, found } = known;
  const unfound: Partial<Record<DecisionQuestionId, Answer>> = {
    stolen: ofCauses(causes, ['police-stolen', 'insurance-stolen'], 'No police or insurer marker'),
    owed: ofCauses(causes, ['finance'], 'No finance agreement recorded'),
    crashed: ofCauses(causes, ['written-off', 'identity-inspection'], 'No insurer wrote it off'),
    mileage: mileage(known),
    legal: legal(known),
    worth: worth(fullCheck, causes),
  };
  return [...decisionQuestions, ...furtherDecisionQuestions].flatMap((id) => {
    const own = found.filter((finding) => (questionOf[finding.id] ?? 'legal') === id);
    const answer = own.length > 0 ? foundOf(own) : unfound[id];
    return answer === undefined ? [] : [{ id, level: null, ...answer }];
  });
}

/** The two most serious findings in a few words each, and the number of the others. */
function foundOf(found: readonly DecisionFinding[]): Answer {
  const named = found.slice(0, 2).map(({ phrase }) => phrase);
  const rest = found.length - named.length;
  return {
    state: 'found',
    answer: capital([...named, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')),
    level: found[0]?.level ?? null,
  };
}

function ofCauses(causes: readonly AdviceCauseAnswer[], ids: readonly AdviceCause[], clear: string): Answer {
  const states = causes.filter(({ cause }) => ids.includes(cause)).map(({ state }) => state);
  if (states.includes('locked')) return locked;
  if (states.includes('asking')) return asking;
  return states.includes('unknown') ? notAvailable : { state: 'clear', answer: clear };
}

function mileage({ timeline, causes }: DecisionBasis): Answer {
  const cause = causes.find((candidate) => candidate.cause === 'mileage');
  if (cause?.state === 'asking') return asking;
  const readings = timeline?.points.length ?? 0;
  if (cause?.state === 'no') {
    const inOrder = timeline === null ? null : countReadingsInOrder(timeline);
    if (inOrder !== null) return { state: 'clear', answer: `${formatCountWithNoun(inOrder, 'reading')}, all in order` };
    if (timeline !== null && readings === 0) return { state: 'unknown', answer: 'No reading yet: nothing to compare' };
    // A lorry with high mileage.
    const isDriven = timeline?.confidence === 'unclear';
    return {
      state: 'clear',
      answer: isDriven ? `${formatCountWithNoun(readings, 'reading')}, none goes back` : 'No mileage anomaly on record',
    };
  }
  if (timeline === null) return notAvailable;
  return { state: 'unknown', answer: readings === 0 ? 'No MOT reading yet' : 'Only one reading so far' };
}

function legal({ record, fullCheck, today }: DecisionBasis): Answer {
  const status = roadStatusOf(record, fullCheck);
  const tax = taxOfRecord(record, today);
  const mot = motState(record, today);
  const isTaxed = tax.state === 'valid' || tax.state === 'due-soon';
  const isTested = mot.state === 'valid' || mot.state === 'due-soon' || mot.state === 'not-due';
  if (isTaxed && isTested && status === 'in-use') {
    const until =
      mot.expiryDate === null
        ? 'MOT valid'
        : `${mot.state === 'not-due' ? 'first MOT due' : 'MOT until'} ${formatDate(mot.expiryDate)}`;
    return { state: 'clear', answer: `Taxed, ${until}` };
  }
  if ([record.licensing, record.testing, record.specification].some(({ state }) => state === 'asking')) return asking;
  if (isTaxed && mot.state === 'exempt') return { state: 'unknown', answer: 'Taxed; may need no MOT' };
  if (isTaxed) return { state: 'unknown', answer: 'Taxed; MOT not available' };
  return isTested ? { state: 'unknown', answer: 'MOT valid; tax not available' } : notAvailable;
}

function worth(fullCheck: FullCheck | null, causes: readonly AdviceCauseAnswer[]): Answer {
  if (fullCheck === null) return locked;
  const { valuation } = fullCheck;
  if (valuation.state === 'asking') return asking;
  const price = valuation.state === 'found' ? priceOf(valuation.data) : null;
  if (price === null) return notAvailable;
  // The valuation uses model, age and mileage only, not what was found.
  const isSound = causes.every(({ finding }) => finding === null);
  const priceText = formatPounds(price.pence);
  return { state: 'clear', answer: isSound ? `${priceText} ${price.from}` : `${priceText} if its record were clean` };
}

function priceOf(valuation: Valuation): { pence: number; from: string } | null {
  const prices = [
    [valuation.privateAverage, 'from a private seller'],
    [valuation.privateClean, 'from a private seller'],
    [valuation.dealerForecourt, 'from a dealer'],
    [valuation.partExchange, 'in part exchange'],
  ] as const;
  const known = prices.flatMap(([pence, from]) => (pence !== null && pence > 0 ? [{ pence, from }] : []));
  return known[0] ?? null;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
