import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { Link } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { ButtonLink } from '@ve/ui/button/button';
import { Row } from '@ve/ui/layout/layout';
import { Muted } from '@ve/ui/text/text';
import { lazy, Suspense } from 'react';
import type { KeepAnswer, KeepMembershipProps } from './keep.types.ts';
import { messages as words } from './keep-messages.en-gb.ts';

function keptMessage(answer: KeepAnswer): string {
  if (answer.outcome === 'ended') return words.ended;
  const charge = 'subscription' in answer ? answer.subscription.nextCharge : answer.nextCharge;
  return charge === null ? words.done : words.doneUntil(charge.pence, charge.at);
}

/** Takes the place of the button. */
export const KeepResult = ({ answer }: { answer: KeepAnswer }) => (
  <FocusedResult>
    {answer.outcome === 'kept' ? (
      <Banner tone="pass" role="status" title={words.doneTitle}>
        {keptMessage(answer)}
      </Banner>
    ) : (
      <Banner tone="warn" role="status" title={words.endedTitle}>
        {words.ended}
      </Banner>
    )}
  </FocusedResult>
);

/** The way to take a cancellation back for somebody who is not signed in with its address. */
export const KeepInAccountLink = ({ endsAt }: { endsAt: string }) => (
  <Row>
    <ButtonLink as={Link} to="/my-account" $variant="secondary">
      {words.action}
    </ButtonLink>
    <Muted>{words.elsewhere(endsAt)}</Muted>
  </Row>
);

/** Loaded where it is of use; a chunk that does not load leaves a link that loads the account from the start. */
const KeepMembershipButton = lazy(() =>
  import(/* webpackChunkName: 'keep' */ './keep-membership-button.tsx').then(
    (part) => ({ default: part.KeepMembershipButton }),
    () => ({
      default: () => (
        <Row>
          <ButtonLink href="/my-account" $variant="secondary">
            {words.action}
          </ButtonLink>
        </Row>
      ),
    }),
  ),
);

/** Takes a cancellation back. */
export const KeepMembership = (props: KeepMembershipProps) => (
  <Suspense>
    <KeepMembershipButton {...props} />
  </Suspense>
);
