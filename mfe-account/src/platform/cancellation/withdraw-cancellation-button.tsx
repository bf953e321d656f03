import { useQueryClient } from '@tanstack/react-query';
import {
  withdrawCancellationEndpoint,
  type CancellationWithdrawalAnswer,
} from '@ve/contracts/http/membership/cancellation';
import { callApi } from '@ve/mfe-kit/api';
import { refetchSubscription } from '@ve/mfe-kit/subscription';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Button } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { MutedText } from '@ve/ui/text/text';
import { messages } from './withdraw-messages.en-gb.ts';
import type { CancellationWithdrawalByLink } from '@ve/contracts/http/membership/membership-link';

/** The result of undoing a cancellation. */
export type WithdrawCancellationAnswer = CancellationWithdrawalAnswer | CancellationWithdrawalByLink;

export interface WithdrawCancellationProps {
  /** When the option to undo ends. */
  endsAt: string;
  /** What a month then costs, in pence. */
  monthlyPence: number;
  /** By default the request of the signed-in member. */
  keep?: () => Promise<WithdrawCancellationAnswer>;
  onKept: (answer: WithdrawCancellationAnswer) => void;
}

const keepOwn = (): Promise<WithdrawCancellationAnswer> => callApi(withdrawCancellationEndpoint);

export function WithdrawCancellationButton({
  endsAt,
  monthlyPence,
  keep = keepOwn,
  onKept,
}: WithdrawCancellationProps) {
  const client = useQueryClient();
  const { submission, submit } = useFormSubmission(async () => {
    const answer = await keep();
    refetchSubscription(client, 'sign-up');
    onKept(answer);
    return answer;
  });
  return (
    <Stack $gap={8} $align="start">
      <SubmissionFailure title={messages.failed} submission={submission} />
      <Row>
        <Button
          variant="secondary"
          busy={submission.state === 'busy'}
          busyLabel={messages.busy}
          onClick={() => void submit(undefined)}
        >
          {messages.action}
        </Button>
        <MutedText>{messages.text(endsAt, monthlyPence)}</MutedText>
      </Row>
    </Stack>
  );
}
