import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { Link } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { ButtonLink } from '@ve/ui/button/button';
import { Row } from '@ve/ui/layout/layout';
import { MutedText } from '@ve/ui/text/text';
import { lazy, Suspense } from 'react';
import type { WithdrawCancellationAnswer, WithdrawCancellationProps } from './withdraw-cancellation-button.tsx';
import { messages } from './withdraw-messages.en-gb.ts';

function keepMessage(answer: WithdrawCancellationAnswer): string {
  if (answer.outcome === 'ended') return messages.ended;
  const charge = 'subscription' in answer ? answer.subscription.nextCharge : answer.nextCharge;
  return charge === null ? messages.done : messages.doneUntil(charge.pence, charge.at);
}

/** Replaces the button after it was pressed. */
export const WithdrawCancellationResult = ({ answer }: { answer: WithdrawCancellationAnswer }) => (
  <FocusedResult>
    {answer.outcome === 'kept' ? (
      <Banner tone="pass" role="status" title={messages.doneTitle}>
        {keepMessage(answer)}
      </Banner>
    ) : (
      <Banner tone="warn" role="status" title={messages.endedTitle}>
        {messages.ended}
      </Banner>
    )}
  </FocusedResult>
);

/** The link to undo a cancellation, for a visitor who is not signed in with its address. */
export const WithdrawInAccountLink = ({
  endsAt,
  monthlyPence,
}: Pick<WithdrawCancellationProps, 'endsAt' | 'monthlyPence'>) => (
  <Row>
    <ButtonLink as={Link} to="/my-account" $variant="secondary">
      {messages.action}
    </ButtonLink>
    <MutedText>{messages.elsewhere(endsAt, monthlyPence)}</MutedText>
  </Row>
);

/** Loaded when it is needed. If its chunk fails to load, a link opens the account as a new document. */
const WithdrawCancellationButton = lazy(() =>
  import(/* webpackChunkName: 'keep' */ './withdraw-cancellation-button.tsx').then(
    (part) => ({ default: part.WithdrawCancellationButton }),
    () => ({
      default: () => (
        <Row>
          <ButtonLink href="/my-account" $variant="secondary">
            {messages.action}
          </ButtonLink>
        </Row>
      ),
    }),
  ),
);

export const LazyWithdrawCancellationButton = (props: WithdrawCancellationProps) => (
  <Suspense>
    <WithdrawCancellationButton {...props} />
  </Suspense>
);
