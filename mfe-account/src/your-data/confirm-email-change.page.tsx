import {
  confirmEmailChangeEndpoint,
  type EmailChangeLink,
  readEmailChangeLinkEndpoint,
  stopEmailChangeEndpoint,
} from '@ve/contracts/http/privacy/profile';
import { callApi } from '@ve/mfe-kit/api';
import { EmailLinkPage } from '@ve/mfe-kit/email-link';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { Link } from '@ve/mfe-kit/router';
import { useRefreshSession } from '@ve/mfe-kit/session';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { messages } from './messages.en-gb.ts';

const labels = messages.confirm;

type Open = Extract<EmailChangeLink, { outcome: 'open' }>;
type Outcome = keyof typeof labels.outcomes;

function Result({ outcome }: { outcome: Outcome }) {
  const { tone, title, text } = labels.outcomes[outcome];
  return (
    <Stack $gap={24}>
      <Banner tone={tone} role="status" title={title}>
        {text}
      </Banner>
      <div>
        <ButtonLink as={Link} to="/your-data" $variant="secondary">
          {messages.title}
        </ButtonLink>
      </div>
    </Stack>
  );
}

function Choice({ link: { side, from, to, confirmed }, token }: { link: Open; token: string }) {
  const refreshSession = useRefreshSession();
  const confirming = useFormSubmission(async () => {
    const { outcome } = await callApi(confirmEmailChangeEndpoint, { body: { token } });
    if (outcome === 'changed') refreshSession();
    return outcome;
  });
  const stopping = useFormSubmission(async () => {
    const { outcome } = await callApi(stopEmailChangeEndpoint, { body: { token } });
    if (outcome === 'stopped') refreshSession();
    return outcome;
  });
  const [confirm, stop] = [confirming.submission, stopping.submission];
  const outcome = confirm.state === 'done' ? confirm.answer : stop.state === 'done' ? stop.answer : null;
  if (outcome !== null) {
    return (
      <FocusedResult>
        <Result outcome={outcome} />
      </FocusedResult>
    );
  }
  const busy = confirm.state === 'busy' || stop.state === 'busy';
  return (
    <Stack $gap={24}>
      <Stack $gap={8}>
        <Heading level={2} size="m">
          {side === 'old' ? labels.oldHeading : labels.newHeading}
        </Heading>
        <Text>{side === 'old' ? labels.old(to) : labels.new(from, to)}</Text>
        <Text>{confirmed ? labels.already : labels.both}</Text>
      </Stack>
      <SubmissionFailure title={labels.notConfirmed} submission={confirm} />
      <SubmissionFailure title={labels.notStopped} submission={stop} />
      <Row>
        {confirmed ? null : (
          <Button
            busy={confirm.state === 'busy'}
            busyLabel={labels.confirming}
            onClick={() => {
              if (!busy) void confirming.submit(undefined);
            }}
          >
            {labels.confirm}
          </Button>
        )}
        <Button
          variant="secondary"
          busy={stop.state === 'busy'}
          busyLabel={labels.stopping}
          onClick={() => {
            if (!busy) void stopping.submit(undefined);
          }}
        >
          {labels.stranger}
        </Button>
      </Row>
      <MutedText>{side === 'old' ? labels.strangerOld : labels.strangerNew}</MutedText>
    </Stack>
  );
}

/**
 * `/your-data/confirm?token=`: the target of the links in both mails. Opening it changes nothing, because mail scanners
 * open links; its buttons confirm or stop without a sign-in.
 */
export function ConfirmEmailChangePage() {
  return (
    <EmailLinkPage
      title={labels.title}
      subject="email-change-link"
      read={(request) => callApi(readEmailChangeLinkEndpoint, request)}
      broken={<Result outcome="ended" />}
    >
      {(link, token) =>
        link.outcome === 'open' ? <Choice link={link} token={token} /> : <Result outcome={link.outcome} />
      }
    </EmailLinkPage>
  );
}
