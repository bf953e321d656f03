import type { Keep } from '@ve/contracts/http/membership/cancellation';
import type { KeepByLink } from '@ve/contracts/http/membership/membership-link';

/** What became of keeping it. */
export type KeepAnswer = Keep | KeepByLink;

export interface KeepMembershipProps {
  /** Until when it can be taken back. */
  endsAt: string;
  /** By default of the signed-in member. */
  keep?: () => Promise<KeepAnswer>;
  onKept: (answer: KeepAnswer) => void;
}
