import type { FullCheck } from './full-check.ts';
import type { IsoDate, IsoInstant, SourceName, VehicleRecord } from './vehicle-record.ts';

/**
 * PASSED, WARNING and FAILED by the buying-advice rules; `PASSED` only after a full check that answered all of them.
 * Before it `LOOK INTO` or, when nothing at all was found, `NOTHING FOUND`. `INCOMPLETE`: no cause was found, but a
 * source that could have found one did not say. `ASKING`: nothing was found yet, and sources are still being asked.
 */
export type DecisionVerdict = 'PASSED' | 'WARNING' | 'FAILED' | 'LOOK INTO' | 'NOTHING FOUND' | 'INCOMPLETE' | 'ASKING';

/** One thing found, most serious first. */
export interface DecisionReason {
  id: string;
  /** `LOOK`: worth looking into, without being a cause of the buying advice. */
  level: 'FAILED' | 'WARNING' | 'LOOK';
  /** One sentence with its numbers. */
  text: string;
  source: SourceName;
  at: IsoInstant;
}

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
  /** Ranked, at most five. */
  reasons: DecisionReason[];
  /** How many more there are. */
  more: number;
  /** The next thing to do, one sentence. */
  next: string;
  /** In the order of `decisionQuestions`. */
  questions: DecisionQuestion[];
}

/** The decision on a vehicle on a given day, the same rules before and after a full check (`null`: none was made). */
export type Decide = (record: VehicleRecord, fullCheck: FullCheck | null, today: IsoDate) => Decision;
