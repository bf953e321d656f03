import type { CancellationWithdrawalAnswer } from '@ve/contracts/http/membership/cancellation';
import type { WithdrawByLink } from '@ve/contracts/http/membership/membership-link';

/** The result of undoing a cancellation. */
export type KeepAnswer = CancellationWithdrawalAnswer | WithdrawByLink;

export interface KeepMembershipProps {
  /** When the option to undo ends. */
  endsAt: string;
  /** By default the request of the signed-in member. */
  keep?: () => Promise<KeepAnswer>;
  onKept: (answer: KeepAnswer) => void;
}
