import type { Decision, DecisionReason, DecisionVerdict } from './decision.ts';
import type { Tone } from '../vehicle/facts/state-labels.ts';

/** 'Nothing found' is not PASSED: the full check has not been made. */
const tones: Record<DecisionVerdict, Tone> = {
  PASSED: 'pass',
  WARNING: 'warn',
  FAILED: 'fail',
  'LOOK INTO': 'warn',
  'NOTHING FOUND': 'info',
  INCOMPLETE: 'unknown',
  ASKING: 'unknown',
};

/** How a verdict is to be taken. A pass with something to look into is no reason to stop reading. */
export const decisionTone = ({ verdict, reasons }: Pick<Decision, 'verdict' | 'reasons'>): Tone =>
  verdict === 'PASSED' && reasons.length > 0 ? 'warn' : tones[verdict];

/** How each reason is to be taken, by its level. */
export const reasonTones: Record<DecisionReason['level'], Tone> = { FAILED: 'fail', WARNING: 'warn', LOOK: 'info' };
