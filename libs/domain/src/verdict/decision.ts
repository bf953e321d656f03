import type { AdviceCause } from './causes.ts';
import type { SourceName } from '../vehicle/record/vehicle-record.ts';
import type { IsoInstant } from '../kernel/time/iso-date.ts';

/**
 * PASSED, WARNING and FAILED by the buying-advice rules; `PASSED` only after a full check that answered all of them.
 * Before it `LOOK INTO` or, when nothing at all was found, `NOTHING FOUND`. `INCOMPLETE`: no cause was found, but a
 * source that could have found one did not say. `ASKING`: nothing was found yet, and sources are still being asked.
 */
export type DecisionVerdict = 'PASSED' | 'WARNING' | 'FAILED' | 'LOOK INTO' | 'NOTHING FOUND' | 'INCOMPLETE' | 'ASKING';

/** What is worth looking into without being a cause of the buying advice, in the order in which it matters to a buyer. */
export const cautionIds = [
  'high-risk',
  'dangerous-defect',
  'mot-failed',
  'mot-expired',
  'recall',
  'tax-expired',
  'sorn',
  'q-plate',
  'taxi',
  'structure-advisory',
  'keepers',
  'plates',
  'brakes-advisory',
  'steering-advisory',
  'mileage-unclear',
  'high-mileage',
  'mot-due',
  'tax-due',
] as const;

export type CautionId = (typeof cautionIds)[number];

/** One thing found, most serious first. */
export interface DecisionReason {
  id: AdviceCause | CautionId;
  /** `LOOK`: worth looking into, without being a cause of the buying advice. */
  level: 'FAILED' | 'WARNING' | 'LOOK';
  /** One sentence with its numbers. */
  text: string;
  /** Null where no source said it: a Q plate is seen on the plate. */
  source: SourceName | null;
  at: IsoInstant | null;
}

/** The six questions of a buyer, in the order in which they are answered. */
export const decisionQuestions = ['stolen', 'owed', 'crashed', 'mileage', 'legal', 'worth'] as const;

export type DecisionQuestionId = (typeof decisionQuestions)[number];

/** The answer to one of the six questions of a buyer. */
export interface DecisionQuestion {
  id: DecisionQuestionId;
  /** `locked`: the full check answers it. */
  state: 'clear' | 'found' | 'unknown' | 'locked' | 'asking';
  /** How serious what was found is; null unless `found`. */
  level: DecisionReason['level'] | null;
  /** A few words: 'No police or insurer marker', '2 agreements', 'In the full check'. */
  answer: string;
}

/** What a buyer should know in five seconds. */
export interface Decision {
  verdict: DecisionVerdict;
  /** `FAILED`, 'Nothing found in the free checks', '3 things to look into'. */
  title: string;
  /** One plain sentence with its numbers. */
  sentence: string;
  /** What the full check was asked about and is clear, where the sentence does not say it; null before a full check. */
  clear: string | null;
  /** Ranked, at most five. */
  reasons: DecisionReason[];
  /** How many more there are. */
  more: number;
  /** The next thing to do, one sentence. */
  next: string;
  /** In the order of `decisionQuestions`. */
  questions: DecisionQuestion[];
}

/** A reason of the decision with the words that the card makes of it. */
export interface Finding extends DecisionReason {
  /** A few words for a list: '9 previous keepers'. */
  phrase: string;
  /** The reason as the decision's sentence, where `text` is too long to be read in a glance. */
  lead?: string;
  /** What to do about it, one sentence. */
  next: string;
}
