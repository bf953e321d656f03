import { useQuery } from '@tanstack/react-query';
import {
  confirmEmailChange,
  type EmailChangeLink,
  readEmailChangeLink,
  stopEmailChange,
} from '@ve/contracts/http/profile';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link, useSearchParams } from '@ve/mfe-kit/router';
import { useRefreshSession } from '@ve/mfe-kit/session';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Page, Row, Stack } from '@ve/ui/layout/layout';
import { Loading, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Heading, Muted, Text } from '@ve/ui/text/text';
import { useEffect, useRef } from 'react';
import { messages } from './messages.en-gb.ts';

const words = messages.confirm;

type Open = Extract<EmailChangeLink, { outcome: 'open' }>;
type Outcome = keyof typeof words.outcomes;

/** What became of it. In the place of a button it takes its focus. */
function Result({ outcome, focus = false }: { outcome: Outcome; focus?: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus) box.current?.focus();
  }, [focus]);
  const { tone, title, text } = words.outcomes[outcome];
  return (
    <Stack $gap={24}>
      <div ref={box} tabIndex={-1}>
        <Banner tone={tone} role="status" title={title}>
          {text}
        </Banner>
      </div>
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
  const confirming = useSubmission(async () => {
    const { outcome } = await callApi(confirmEmailChange, { body: { token } });
    if (outcome === 'changed') refreshSession();
    return outcome;
  });
  const stopping = useSubmission(async () => {
    const { outcome } = await callApi(stopEmailChange, { body: { token } });
    if (outcome === 'stopped') refreshSession();
    return outcome;
  });
  const [confirm, stop] = [confirming.submission, stopping.submission];
  if (confirm.state === 'done') return <Result outcome={confirm.answer} focus />;
  if (stop.state === 'done') return <Result outcome={stop.answer} focus />;
  const busy = confirm.state === 'busy' || stop.state === 'busy';
  return (
    <Stack $gap={24}>
      <Stack $gap={8}>
        <Heading level={2} size="m">
          {side === 'old' ? words.oldHeading : words.newHeading}
        </Heading>
        <Text>{side === 'old' ? words.old(to) : words.new(from, to)}</Text>
        <Text>{confirmed ? words.already : words.both}</Text>
      </Stack>
      {confirm.state === 'failed' ? <FormFailure title={words.notConfirmed} error={confirm.error} /> : null}
      {stop.state === 'failed' ? <FormFailure title={words.notStopped} error={stop.error} /> : null}
      <Row>
        {confirmed ? null : (
          <Button
            busy={confirm.state === 'busy'}
            busyLabel={words.confirming}
            onClick={() => {
              if (!busy) void confirming.submit(undefined);
            }}
          >
            {words.confirm}
          </Button>
        )}
        <Button
          variant="secondary"
          busy={stop.state === 'busy'}
          busyLabel={words.stopping}
          onClick={() => {
            if (!busy) void stopping.submit(undefined);
          }}
        >
          {words.stranger}
        </Button>
      </Row>
      <Muted>{side === 'old' ? words.strangerOld : words.strangerNew}</Muted>
    </Stack>
  );
}

function Content({ token }: { token: string }) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['email-change-link', token],
    queryFn: ({ signal }) => callApi(readEmailChangeLink, { body: { token }, signal }),
    // What is shown must not change under the buttons.
    staleTime: Infinity,
    gcTime: 0,
  });
  if (data?.outcome === 'open') return <Choice link={data} token={token} />;
  if (data) return <Result outcome={data.outcome} />;
  if (error !== null) {
    return (
      <Stack $gap={16} $align="start">
        <FormFailure title={words.failed} error={error} />
        <Button busy={isFetching} busyLabel={words.reading} onClick={() => void refetch()}>
          {words.again}
        </Button>
      </Stack>
    );
  }
  return (
    <Loading label={words.reading}>
      <Skeleton $width="60%" $height="1.5rem" />
    </Loading>
  );
}

/**
 * `/your-data/confirm?token=`: where the links of both mails lead. Opening it changes nothing, because mail scanners open
 * links; its buttons confirm or stop, without signing in.
 */
export function ConfirmPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  return (
    <Page width="step">
      <PageTitle title={words.title} />
      <Stack $gap={24}>
        <Heading level={1}>{words.title}</Heading>
        {token === '' || token.length > 200 ? <Result outcome="ended" /> : <Content key={token} token={token} />}
      </Stack>
    </Page>
  );
}
