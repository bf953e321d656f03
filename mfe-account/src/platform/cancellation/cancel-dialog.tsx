import { useQueryClient } from '@tanstack/react-query';
import { type Cancellation, cancelSubscription } from '@ve/contracts/http/membership/membership-link';
import { callApi } from '@ve/mfe-kit/api';
import { refetchSubscription } from '@ve/mfe-kit/subscription';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Button } from '@ve/ui/button/button';
import { Dialog } from '@ve/ui/dialog/dialog';
import { Stack } from '@ve/ui/layout/layout';
import { Muted, Text } from '@ve/ui/text/text';
import { cancellationPreviewText, type CancellationPreview, messages } from './messages.en-gb.ts';

const labels = messages.dialog;

interface CancelDialogProps {
  open: boolean;
  preview: CancellationPreview;
  onClose: () => void;
  onCancelled: (cancellation: Cancellation) => void;
}

/** The second of two clicks: the refund, what ends and when. It makes no attempt to retain the member. */
export function CancelDialog({ open, preview, onClose, onCancelled }: CancelDialogProps) {
  const client = useQueryClient();
  const { submission, submit, reset } = useSubmission(async () => {
    const answer = await callApi(cancelSubscription);
    refetchSubscription(client, 'sign-up');
    onCancelled(answer);
    return answer;
  });
  const isTrial = preview.state === 'trial';
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      title={isTrial ? labels.trialTitle : labels.membershipTitle}
      onClose={close}
      actions={
        <>
          <Button
            variant="danger"
            busy={submission.state === 'busy'}
            busyLabel={labels.busy}
            onClick={() => void submit(undefined)}
          >
            {isTrial ? labels.trial : labels.membership}
          </Button>
          <Button variant="secondary" onClick={close}>
            {labels.keep}
          </Button>
        </>
      }
    >
      <Stack $gap={12}>
        <SubmissionFailure title={labels.failed} submission={submission} />
        <Text>{cancellationPreviewText(preview)}</Text>
        <Muted>{messages.reports}</Muted>
      </Stack>
    </Dialog>
  );
}
