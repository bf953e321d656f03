import type { Subscription } from '@ve/contracts/http/subscription';
import { StatusBadge, type Tone } from '@ve/ui/status/status';
import { messages } from './messages.en-gb.ts';

const tones: Record<Subscription['state'], Tone> = {
  none: 'unknown',
  trial: 'info',
  active: 'pass',
  'past-due': 'fail',
  cancelled: 'unknown',
  expired: 'warn',
};

/** The state of a membership as icon, word and tint. */
export const PlanState = ({ state }: Pick<Subscription, 'state'>) => (
  <StatusBadge tone={tones[state]}>{messages.states[state]}</StatusBadge>
);
