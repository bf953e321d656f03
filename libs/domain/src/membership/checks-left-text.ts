import { formatCountWithNoun } from '../kernel/text/phrases.ts';
import { formatDate } from '../kernel/time/format-date.ts';
import { londonDate } from '../kernel/time/london-date.ts';
import type { MembershipState } from './membership-state.ts';
import type { UpcomingCharge } from './next-charge-text.ts';

/** What a membership says of its full checks, as pages receive it. */
export interface CheckAllowance {
  state: MembershipState;
  /** Full checks left in this period. */
  credits: number;
  /** When a full check can be used; null: no further one. */
  nextCheck: 'now' | 'with-charge' | 'when-paid' | null;
  nextCharge: UpcomingCharge | null;
  /** When a cancelled membership ends; null if it is not cancelled. */
  endsAt: Date | string | null;
}

const dayOf = (instant: Date | string): string => formatDate(londonDate(new Date(instant)));

/** When the next full check is granted, as a sentence; null if there is no further one. */
function nextCheckText({ state, credits, nextCheck, nextCharge, endsAt }: CheckAllowance): string | null {
  if (nextCheck === 'when-paid') return 'The next comes as soon as you pay.';
  if (nextCharge === null) return credits > 0 && endsAt !== null ? `Use it by ${dayOf(endsAt)}.` : null;
  if (nextCharge.timing !== 'planned') return 'The next comes with the payment that is due.';
  return `${state === 'trial' ? 'First' : 'Next'}: ${dayOf(nextCharge.at)}.`;
}

/** The full checks left and when the next one comes: `1 full check left. Next: 3 March 2027.`; null without any. */
export function checksLeftText(allowance: CheckAllowance): string | null {
  const { state, credits, nextCheck } = allowance;
  if (state !== 'active' && nextCheck === null) return null;
  const none = state === 'active' || state === 'past-due' ? 'No full check left.' : 'No full check yet.';
  const left = credits > 0 ? `${formatCountWithNoun(credits, 'full check')} left.` : none;
  return [left, nextCheckText(allowance)].filter((part) => part !== null).join(' ');
}
