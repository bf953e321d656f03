import type { CancellationWithdrawalAnswer } from '@ve/contracts/http/membership/cancellation';
import type { WithdrawalByLinkAnswer } from '@ve/contracts/http/membership/membership-link';

/** The result of undoing a cancellation. */
export type WithdrawCancellationAnswer = CancellationWithdrawalAnswer | WithdrawalByLinkAnswer;

export interface WithdrawCancellationProps {
  /** When the option to undo ends. */
  endsAt: string;
  /** What a month then costs, in pence. */
  monthlyPence: number;
  /** By default the request of the signed-in member. */
  keep?: () => Promise<WithdrawCancellationAnswer>;
  onKept: (answer: WithdrawCancellationAnswer) => void;
}
