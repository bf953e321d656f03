import { membershipLabel } from '@ve/domain/membership/membership-labels';
import type { MembershipState } from '@ve/domain/membership/membership-state';
import { StatusBadge, type StatusTone } from '../status/status.tsx';

const tones: Record<MembershipState, StatusTone> = {
  none: 'unknown',
  trial: 'info',
  active: 'pass',
  'charge-due': 'info',
  'past-due': 'fail',
  cancelled: 'unknown',
  expired: 'warn',
};

interface MembershipBadgeProps {
  state: MembershipState;
  /** When a cancelled membership ends; null if it is not cancelled, or the badge should not show it. */
  endsAt: string | null;
}

/** The state of a membership as icon, text and tint. */
export const MembershipBadge = ({ state, endsAt }: MembershipBadgeProps) => (
  <StatusBadge tone={state === 'active' && endsAt !== null ? 'info' : tones[state]}>
    {membershipLabel({ state, endsAt })}
  </StatusBadge>
);
