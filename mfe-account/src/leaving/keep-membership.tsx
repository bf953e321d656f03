import { useQueryClient } from '@tanstack/react-query';
import { type Keep, keepMembership } from '@ve/contracts/http/cancellation';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { Link } from '@ve/mfe-kit/router';
import { recheckSubscription } from '@ve/mfe-kit/subscription';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Muted } from '@ve/ui/text/text';
import { messages } from './messages.en-gb.ts';

const words = messages.keep;

const doneWords = ({ nextCharge }: Extract<Keep, { outcome: 'kept' }>['subscription']): string =>
  nextCharge === null ? words.done : words.doneUntil(nextCharge.pence, nextCharge.at);

/** What became of keeping it. */
export const Kept = ({ answer }: { answer: Keep }) =>
  answer.outcome === 'kept' ? (
    <Banner tone="pass" role="status" title={words.doneTitle}>
      {doneWords(answer.subscription)}
    </Banner>
  ) : (
    <Banner tone="warn" role="status" title={words.endedTitle}>
      {words.ended}
    </Banner>
  );

interface KeepMembershipProps {
  /** Until when it can be taken back. */
  endsAt: string;
  onKept: (answer: Keep) => void;
}

/** Takes the signed-in member's cancellation back. */
export function KeepMembership({ endsAt, onKept }: KeepMembershipProps) {
  const client = useQueryClient();
  const { submission, submit } = useSubmission(async () => {
    const answer = await callApi(keepMembership);
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
