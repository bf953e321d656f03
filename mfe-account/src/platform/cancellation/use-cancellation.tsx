import { type CancellationAnswer, cancelSubscriptionEndpoint } from '@ve/contracts/http/membership/membership-link';
import type { Subscription } from '@ve/contracts/http/membership/subscription';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { type ReactNode, useState } from 'react';
import { LazyWithdrawCancellationButton, WithdrawCancellationResult } from './withdraw-cancellation.tsx';
import type { WithdrawCancellationAnswer } from './withdraw-cancellation-button.tsx';
import { cancelledMessage, type CancellationPreview, messages, cancellationPreviewText } from './messages.en-gb.ts';
import { LazyCancellationReasonForm } from './cancellation-reason-question.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '@ve/mfe-kit/api';
import { refetchSubscription } from '@ve/mfe-kit/subscription';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Dialog } from '@ve/ui/dialog/dialog';
import { Stack } from '@ve/ui/layout/layout';
import { MutedText, Text } from '@ve/ui/text/text';

const labels = messages.dialog;

interface CancelDialogProps {
  open: boolean;
  preview: CancellationPreview;
  onClose: () => void;
  onCancelled: (cancellation: CancellationAnswer) => void;
}

/** The second of two clicks: the refund, what ends and when. It makes no attempt to retain the member. */
function CancelDialog({ open, preview, onClose, onCancelled }: CancelDialogProps) {
  const client = useQueryClient();
  const { submission, submit, reset } = useFormSubmission(async () => {
    const answer = await callApi(cancelSubscriptionEndpoint);
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
        <MutedText>{messages.reports}</MutedText>
      </Stack>
    </Dialog>
  );
}

type Outcome = { cancellation: CancellationAnswer } | { kept: WithdrawCancellationAnswer };

/** The result of a cancellation, as the server reported it. */
function Cancelled({ cancellation }: { cancellation: CancellationAnswer }) {
  const isDone = cancellation.outcome === 'cancelled';
  return (
    <FocusedResult>
      <Banner tone="info" role="status" title={isDone ? labels.doneTitle : labels.nothing}>
        {isDone ? `${cancelledMessage(cancellation.summary)} ${messages.confirmation}` : null}
      </Banner>
    </FocusedResult>
  );
}

interface CancellationParts {
  /** The result just reported, and the closed dialog. Must be the first child of a panel. */
  news: ReactNode;
  /** Whether the news mention the end date. */
  shouldNotify: boolean;
  /** Null if there is nothing to cancel. */
  cancel: ReactNode;
  /** Null if it is not cancelled, or the cancellation cannot be undone. */
  keep: ReactNode;
  /** The question after a cancellation, below everything that matters more. */
  question: ReactNode;
  clear: () => void;
}

const previewOf = ({ state, ifCancelled, paymentProblem, monthlyPence }: Subscription): CancellationPreview | null =>
  ifCancelled === null ? null : { state, ...ifCancelled, monthlyPence, owedPence: paymentProblem?.pence };

/** The parts of a page that cancel a membership and undo the cancellation: two clicks, without a survey before them. */
export function useCancellation(subscription: Subscription): CancellationParts {
  const { state, cancellation } = subscription;
  const preview = previewOf(subscription);
  // While the dialog is open, its text must not change under its button.
  const [openPreview, setOpenPreview] = useState<CancellationPreview | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const shown = openPreview ?? preview;
  const done = outcome !== null && 'cancellation' in outcome ? outcome.cancellation : null;
  return {
    news: (
      <>
        {/* First, because closing the dialog returns the focus to its button, and then the news take it. */}
        {shown === null ? null : (
          <CancelDialog
            open={openPreview !== null}
            preview={shown}
            onClose={() => setOpenPreview(null)}
            onCancelled={(given) => {
              setOpenPreview(null);
              setOutcome({ cancellation: given });
            }}
          />
        )}
        {outcome === null ? null : 'kept' in outcome ? (
          <WithdrawCancellationResult answer={outcome.kept} />
        ) : (
          <Cancelled cancellation={outcome.cancellation} />
        )}
      </>
    ),
    shouldNotify: done?.outcome === 'cancelled',
    cancel:
      preview === null ? null : (
        <Button variant="secondary" onClick={() => setOpenPreview(preview)}>
          {state === 'trial' ? labels.trial : labels.membership}
        </Button>
      ),
    keep:
      cancellation?.canWithdraw === true ? (
        <LazyWithdrawCancellationButton {...cancellation} onKept={(kept) => setOutcome({ kept })} />
      ) : null,
    question: done?.outcome === 'cancelled' ? <LazyCancellationReasonForm token={done.answerToken} /> : null,
    clear: () => setOutcome(null),
  };
}
