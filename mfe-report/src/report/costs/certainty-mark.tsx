import { type Certainty, certaintyWords } from '@ve/domain/costs/certainty';
import { StatusBadge, type Tone } from '@ve/ui/status/status';

const tones: Record<Certainty, Tone> = { given: 'pass', 'worked-out': 'info', estimated: 'warn' };

/** Whether a figure is a register's, worked out from it, or estimated. */
export function CertaintyMark({ of }: { of: Certainty }) {
  return <StatusBadge tone={tones[of]}>{certaintyWords[of]}</StatusBadge>;
}
