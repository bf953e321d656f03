import type { AdviceCause } from './causes.ts';
import type { SourceName } from '../vehicle/record/vehicle-record.ts';
import type { IsoInstant } from '../kernel/time/iso-date.ts';

/**
 * PASSED, WARNING and FAILED follow the buying-advice rules; `PASSED` requires a full check that answered all of them.
 * Before it `LOOK INTO` or, if nothing at all was found, `NOTHING FOUND`. `INCOMPLETE`: no cause was found, but a
 * source that could have found one did not answer. `ASKING`: nothing was found yet, and sources are still pending.
 */
export type DecisionVerdict = 'PASSED' | 'WARNING' | 'FAILED' | 'LOOK INTO' | 'NOTHING FOUND' | 'INCOMPLETE' | 'ASKING';

/** Findings worth looking into that do not change the verdict, in order of importance for a buyer. */
export const cautionIds = [
  'high-risk',
  'dangerous-defect',
  'mot-failed',
  'mot-expired',
  'recall',
  'tax-expired',
  'sorn',
  'q-plate',
  'imported',
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

/** A finding that explains the verdict. */
export interface DecisionReason {
  id: AdviceCause | CautionId;
  /** `LOOK`: worth looking into, but not a cause of the buying advice. */
  level: 'FAILED' | 'WARNING' | 'LOOK';
  /** One sentence with its numbers. */
  text: string;
  /** Null if no source reported it: a Q plate is visible on the vehicle. */
  source: SourceName | null;
  at: IsoInstant | null;
}

/** The six questions of a buyer, in the order in which they are answered. */
export const decisionQuestions = ['stolen', 'owed', 'crashed', 'mileage', 'legal', 'worth'] as const;

/** Further subjects, which appear only with a finding. */
export const furtherDecisionQuestions = ['condition', 'keepers', 'recalls'] as const;

export type DecisionQuestionId = (typeof decisionQuestions)[number] | (typeof furtherDecisionQuestions)[number];

/** The answer to one of the questions of a buyer. */
export interface DecisionQuestion {
  id: DecisionQuestionId;
  /** `locked`: only the full check answers it. */
  state: 'clear' | 'found' | 'unknown' | 'locked' | 'asking';
  /** How serious the finding is; null unless `found`. */
  level: DecisionReason['level'] | null;
  /** A few words: 'No police or insurer marker', '2 agreements', 'In the full check'. */
  answer: string;
}

/** The buyer's summary of a report. */
export interface BuyingDecision {
  verdict: DecisionVerdict;
  /** 'FAILED: a police stolen marker', 'Not yet checked: theft, finance, write-off', 'PASSED, 2 things to look into'. */
  title: string;
  /** One plain sentence with its numbers. */
  sentence: string;
  /** The subjects that the full check found clear, if the sentence does not say it; null before a full check. */
  clear: string | null;
  /** Most serious first, at most five. */
  reasons: DecisionReason[];
  more: number;
  /** The next step, one or two sentences. */
  next: string;
  /** In the order of `decisionQuestions`, then those of `furtherDecisionQuestions` that have a finding. */
  questions: DecisionQuestion[];
}

/** A reason of the decision with the messages that the card shows for it. */
export interface DecisionFinding extends DecisionReason {
  /** A few words for a list: '9 previous keepers'. */
  phrase: string;
  /** The reason as the decision's sentence, if `text` is too long for it. */
  lead?: string;
  /** The action that it calls for, one sentence. */
  next: string;
}
