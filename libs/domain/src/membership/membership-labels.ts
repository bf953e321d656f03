import { formatDate } from '../kernel/time/format-date.ts';
import { londonDate } from '../kernel/time/london-date.ts';
import type { MembershipState } from './membership-state.ts';

/** The label of each state of a membership, for every badge. */
const membershipLabels = {
  none: 'No membership',
  trial: 'Trial',
  active: 'Active',
  'charge-due': 'Payment pending',
  'past-due': 'Payment due',
  cancelled: 'Cancelled',
  expired: 'Renewal due',
} as const satisfies Record<MembershipState, string>;

/** The label of a membership; of a cancelled one until its paid period ends: `Active until 3 March 2027`. */
export const membershipLabel = ({ state, endsAt }: { state: MembershipState; endsAt: string | null }): string =>
  state === 'active' && endsAt !== null
    ? `${membershipLabels.active} until ${formatDate(londonDate(new Date(endsAt)))}`
    : membershipLabels[state];
