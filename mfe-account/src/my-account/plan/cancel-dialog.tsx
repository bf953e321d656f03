import { useQueryClient } from '@tanstack/react-query';
import { type Cancellation, cancelSubscription, type Subscription } from '@ve/contracts/http/subscription';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { recheckSubscription } from '@ve/mfe-kit/subscription';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Button } from '@ve/ui/button/button';
import { Dialog } from '@ve/ui/dialog/dialog';
import { Stack } from '@ve/ui/layout/layout';
import { Muted, Text } from '@ve/ui/text/text';
import { messages } from '../messages.en-gb.ts';

const words = messages.cancel;

/** What cancelling does, by the state of the membership. */
function whatHappens({ state, periodEndsAt }: Subscription): string {
  if (state === 'trial') return words.trialText;
  return state === 'active' && periodEndsAt !== null ? words.membershipText(periodEndsAt) : words.unpaidText;
}

interface CancelDialogProps {
  open: boolean;
  subscription: Subscription;
  onClose: () => void;
  onCancelled: (cancellation: Cancellation) => void;
}

/** The second of two clicks: what ends and when, and nothing that holds anybody back. */
export function CancelDialog({ open, subscription, onClose, onCancelled }: CancelDialogProps) {
  const client = useQueryClient();
  const { submission, submit, reset } = useSubmission(async () => {
    const answer = await callApi(cancelSubscription);
    recheckSubscription(client, 'sign-up');
    onCancelled(answer);
    return answer;
  });
  const isTrial = subscription.state === 'trial';
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      title={isTrial ? words.trialTitle : words.membershipTitle}
      onClose={close}
      actions={
        <>
          <Button
            variant="danger"
            busy={submission.state === 'busy'}
            busyLabel={words.busy}
            onClick={() => void submit(undefined)}
          >
            {isTrial ? words.trial : words.membership}
          </Button>
          <Button variant="secondary" onClick={close}>
            {words.keep}
          </Button>
        </>
      }
    >
      <Stack $gap={12}>
        {submission.state === 'failed' ? <FormFailure title={words.failed} error={submission.error} /> : null}
        <Text>{whatHappens(subscription)}</Text>
        <Muted>{words.reports}</Muted>
      </Stack>
    </Dialog>
  );
}
