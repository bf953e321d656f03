import type { Cancellation } from '@ve/contracts/http/membership/membership-link';
import type { Subscription } from '@ve/contracts/http/membership/subscription';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { type ReactNode, useState } from 'react';
import { CancelDialog } from './cancel-dialog.tsx';
import { KeepMembership, KeepResult } from './keep-membership.tsx';
import type { KeepAnswer } from './keep.types.ts';
import { cancelledMessage, type CancellationPreview, messages } from './messages.en-gb.ts';
import { OptionalQuestion } from './optional-question.tsx';

const words = messages.dialog;

type Outcome = { cancellation: Cancellation } | { kept: KeepAnswer };

/** What a cancellation led to, by the server's answer. */
function Cancelled({ cancellation }: { cancellation: Cancellation }) {
  const isDone = cancellation.outcome === 'cancelled';
  return (
    <FocusedResult>
      <Banner tone="info" role="status" title={isDone ? words.doneTitle : words.nothing}>
        {isDone ? `${cancelledMessage(cancellation.summary)} ${messages.confirmation}` : null}
      </Banner>
    </FocusedResult>
  );
}

interface CancellationParts {
  /** What has just become of it, and the closed dialog: the first thing of a panel. */
  news: ReactNode;
  /** Whether the news say when it ends. */
  shouldNotify: boolean;
  /** Null: there is nothing to cancel. */
  cancel: ReactNode;
  /** Null: it is not cancelled, or cannot be taken back. */
  keep: ReactNode;
  /** The one question after leaving, below everything that matters more. */
  question: ReactNode;
  /** Forgets the news. */
  clear: () => void;
}

const cancellationOutcomeOf = ({ state, ifCancelled, paymentProblem }: Subscription): CancellationPreview | null =>
  ifCancelled === null ? null : { state, ...ifCancelled, owedPence: paymentProblem?.pence };

/** The ways out of a membership, and back: two clicks, and no survey in the way. */
export function useCancellation(subscription: Subscription): CancellationParts {
  const { state, cancellation } = subscription;
  const preview = cancellationOutcomeOf(subscription);
  // While the dialog is open, what it says must not change under its button.
  const [asked, setAsked] = useState<CancellationPreview | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const shown = asked ?? preview;
  const done = outcome !== null && 'cancellation' in outcome ? outcome.cancellation : null;
  return {
    news: (
      <>
        {/* First: closing it gives the focus back to its button, and the news then takes it. */}
        {shown === null ? null : (
          <CancelDialog
            open={asked !== null}
            preview={shown}
            onClose={() => setAsked(null)}
            onCancelled={(given) => {
              setAsked(null);
              setOutcome({ cancellation: given });
            }}
          />
        )}
        {outcome === null ? null : 'kept' in outcome ? (
          <KeepResult answer={outcome.kept} />
        ) : (
          <Cancelled cancellation={outcome.cancellation} />
        )}
      </>
    ),
    shouldNotify: done?.outcome === 'cancelled',
    cancel:
      preview === null ? null : (
        <Button variant="secondary" onClick={() => setAsked(preview)}>
          {state === 'trial' ? words.trial : words.membership}
        </Button>
      ),
    keep:
      cancellation?.canWithdraw === true ? (
        <KeepMembership endsAt={cancellation.endsAt} onKept={(kept) => setOutcome({ kept })} />
      ) : null,
    question: done?.outcome === 'cancelled' ? <OptionalQuestion token={done.answerToken} /> : null,
    clear: () => setOutcome(null),
  };
}
