import { useQueryClient } from '@tanstack/react-query';
import { type Keep, keepMembership } from '@ve/contracts/http/cancellation';
import type { KeepByLink } from '@ve/contracts/http/subscription';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { Link } from '@ve/mfe-kit/router';
import { recheckSubscription } from '@ve/mfe-kit/subscription';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Muted } from '@ve/ui/text/text';
import { News } from '../news.tsx';
import { messages } from './messages.en-gb.ts';

const words = messages.keep;

/** What became of keeping it. By the link of a mail the next charge is not said. */
export type KeepAnswer = Keep | KeepByLink;

function keptWords(answer: KeepAnswer): string {
  const charge = 'subscription' in answer ? answer.subscription.nextCharge : null;
  return charge === null ? words.done : words.doneUntil(charge.pence, charge.at);
}

/** Takes the place of the button. */
export const Kept = ({ answer }: { answer: KeepAnswer }) => (
  <News>
    {answer.outcome === 'kept' ? (
      <Banner tone="pass" role="status" title={words.doneTitle}>
        {keptWords(answer)}
      </Banner>
    ) : (
      <Banner tone="warn" role="status" title={words.endedTitle}>
        {words.ended}
      </Banner>
    )}
  </News>
);

interface KeepMembershipProps {
  /** Until when it can be taken back. */
  endsAt: string;
  /** By default of the signed-in member. */
  keep?: () => Promise<KeepAnswer>;
  onKept: (answer: KeepAnswer) => void;
}

const keepOwn = (): Promise<KeepAnswer> => callApi(keepMembership);

/** Takes a cancellation back. */
export function KeepMembership({ endsAt, keep = keepOwn, onKept }: KeepMembershipProps) {
  const client = useQueryClient();
  const { submission, submit } = useSubmission(async () => {
    const answer = await keep();
    recheckSubscription(client, 'sign-up');
    onKept(answer);
    return answer;
  });
  return (
    <Stack $gap={8} $align="start">
      {submission.state === 'failed' ? <FormFailure title={words.failed} error={submission.error} /> : null}
      <Row>
        <Button
          variant="secondary"
          busy={submission.state === 'busy'}
          busyLabel={words.busy}
          onClick={() => void submit(undefined)}
        >
          {words.action}
        </Button>
        <Muted>{words.text(endsAt)}</Muted>
      </Row>
    </Stack>
  );
}

/** The way to take a cancellation back for somebody who is not signed in with its address. */
export const KeepInAccount = ({ endsAt }: { endsAt: string }) => (
  <Row>
    <ButtonLink as={Link} to="/my-account" $variant="secondary">
      {words.action}
    </ButtonLink>
    <Muted>{words.elsewhere(endsAt)}</Muted>
  </Row>
);
