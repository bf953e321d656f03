import type { CancellationWithdrawalAnswer } from '@ve/contracts/http/membership/cancellation';
import type { WithdrawByLink } from '@ve/contracts/http/membership/membership-link';

/** What became of keeping it. */
export type KeepAnswer = CancellationWithdrawalAnswer | WithdrawByLink;

export interface KeepMembershipProps {
  /** Until when it can be taken back. */
  endsAt: string;
  /** By default of the signed-in member. */
  keep?: () => Promise<KeepAnswer>;
  onKept: (answer: KeepAnswer) => void;
}
