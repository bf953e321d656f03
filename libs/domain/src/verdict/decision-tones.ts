import type { BuyingDecision, DecisionReason, DecisionVerdict } from './decision.ts';
import type { DatumTone } from '../vehicle/facts/state-labels.ts';

/** 'Nothing found' differs from PASSED: the full check has not been made. */
const tones: Record<DecisionVerdict, DatumTone> = {
  PASSED: 'pass',
  WARNING: 'warn',
  FAILED: 'fail',
  'LOOK INTO': 'warn',
  'NOTHING FOUND': 'info',
  INCOMPLETE: 'unknown',
  ASKING: 'unknown',
};

/** The tone of a verdict. A pass with reasons is shown as a warning, so that they are read. */
export const decisionTone = ({ verdict, reasons }: Pick<BuyingDecision, 'verdict' | 'reasons'>): DatumTone =>
  verdict === 'PASSED' && reasons.length > 0 ? 'warn' : tones[verdict];

/** The tone of each reason, by its level. */
export const decisionReasonTones: Record<DecisionReason['level'], DatumTone> = {
  FAILED: 'fail',
  WARNING: 'warn',
  LOOK: 'info',
};
