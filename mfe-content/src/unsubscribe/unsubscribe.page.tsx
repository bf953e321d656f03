import {
  readUnsubscribeLinkEndpoint,
  resubscribeEndpoint,
  unsubscribeEndpoint,
} from '@ve/contracts/http/messaging/unsubscribe';
import type { OptionalMailStream } from '@ve/contracts/mails';
import { callApi } from '@ve/mfe-kit/api';
import { EmailLinkPage } from '@ve/mfe-kit/email-link';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { Link } from '@ve/mfe-kit/router';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { useState } from 'react';
import { messages } from './messages.en-gb.ts';

type RequestedState = 'stop' | 'start';

function Unknown() {
  return (
    <Stack $gap={24} $align="start">
      <Banner tone="warn" title={messages.unknownTitle}>
        {messages.unknown}
      </Banner>
      <ButtonLink as={Link} to="/contact?type=general" $variant="secondary">
        {messages.toContact}
      </ButtonLink>
    </Stack>
  );
}

const NextStepLink = ({ stream }: { stream: OptionalMailStream }) =>
  stream === 'newsletter' ? (
    <ButtonLink as={Link} to="/blog" $variant="quiet">
      {messages.toBlog}
    </ButtonLink>
  ) : (
    <ButtonLink as={Link} to="/dashboard" $variant="quiet">
      {messages.toDashboard}
    </ButtonLink>
  );

/** The stream of the link, and the button that stops it or, if it is stopped, resumes it. */
function Stream({
  stream,
  stopped: stoppedAtFirst,
  token,
}: {
  stream: OptionalMailStream;
  stopped: boolean;
  token: string;
}) {
  const [done, setDone] = useState<RequestedState | null>(null);
  const { submission, submit } = useFormSubmission(async (wish: RequestedState) => {
    const input = { body: { token } };
    const { outcome } = await (wish === 'stop'
      ? callApi(unsubscribeEndpoint, input)
      : callApi(resubscribeEndpoint, input));
    if (outcome !== 'unknown') setDone(wish);
    return outcome;
  });
  if (submission.state === 'done' && submission.answer === 'unknown') {
    return (
      <FocusedResult>
        <Unknown />
      </FocusedResult>
    );
  }
  const labels = messages.streams[stream];
  const stopped = done === null ? stoppedAtFirst : done === 'stop';
  const wish = stopped ? 'start' : 'stop';
  const resultBanner = (
    <Banner tone="pass" role="status" title={stopped ? labels.stopped : labels.started}>
      {stopped ? labels.since : labels.again}
    </Banner>
  );
  return (
    <Stack $gap={24} $align="start">
      {done === null ? (
        stopped ? (
          resultBanner
        ) : (
          <Text>{labels.lead}</Text>
        )
      ) : (
        <FocusedResult key={done}>{resultBanner}</FocusedResult>
      )}
      <SubmissionFailure title={messages.failed[wish]} submission={submission} />
      <Row $gap={16}>
        <Button
          variant={stopped || done !== null ? 'secondary' : 'primary'}
          busy={submission.state === 'busy'}
          busyLabel={messages.busy[wish]}
          onClick={() => void submit(wish)}
        >
          {stopped ? messages.start : labels.stop}
        </Button>
        {done === null && !stopped ? null : <NextStepLink stream={stream} />}
      </Row>
    </Stack>
  );
}

/**
 * `/unsubscribe?token=`: the unsubscribe link of every mail that has one. Opening it stops nothing, because mail
 * scanners open links: only the button does, or the mail program's own.
 */
export function UnsubscribePage() {
  return (
    <EmailLinkPage
      title={messages.title}
      subject="unsubscribe"
      read={(request) => callApi(readUnsubscribeLinkEndpoint, request)}
      broken={<Unknown />}
    >
      {(answer, token) =>
        answer.outcome === 'found' ? (
          <Stream stream={answer.stream} stopped={answer.stopped} token={token} />
        ) : (
          <Unknown />
        )
      }
    </EmailLinkPage>
  );
}
