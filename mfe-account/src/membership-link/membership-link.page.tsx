import { useQuery } from '@tanstack/react-query';
import {
  type Cancellation,
  cancelByLink,
  type MembershipLink,
  readMembershipLink,
} from '@ve/contracts/http/subscription';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link, useSearchParams } from '@ve/mfe-kit/router';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Page, Row, Stack } from '@ve/ui/layout/layout';
import { Loading, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Heading, Text } from '@ve/ui/text/text';
import { useEffect, useRef } from 'react';
import { messages } from './messages.en-gb.ts';

type Found = Extract<MembershipLink, { outcome: 'found' }>;

/** Whether cancelling ends it at once: only a period that was paid for goes on. */
const endsAtOnce = (state: Found['state'], endsAt: string): boolean =>
  state !== 'active' || Date.parse(endsAt) <= Date.now();

function Unknown() {
  return (
    <Stack $gap={24}>
      <Banner tone="warn" title={messages.unknownTitle}>
        {messages.unknownText}
      </Banner>
      <Row>
        <ButtonLink as={Link} to="/my-account">
          {messages.account}
        </ButtonLink>
        <ButtonLink as={Link} to="/contact?type=general" $variant="secondary">
          {messages.contact}
        </ButtonLink>
      </Row>
    </Stack>
  );
}

/** Replaces the button, and takes its focus. */
function Done({ endsAt, over }: { endsAt: string; over: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <div ref={box} tabIndex={-1}>
      <Banner tone="pass" role="status" title={messages.doneTitle}>
        {over ? messages.doneNowText : messages.doneText(endsAt)} {messages.confirmation}
      </Banner>
    </div>
  );
}

function whatHappens({ state, endsAt }: Found): string {
  if (state === 'trial') return messages.trialText;
  return endsAtOnce(state, endsAt) ? messages.unpaidText : messages.membershipText(endsAt);
}

function Offer({ link, token }: { link: Found; token: string }) {
  const { submission, submit } = useSubmission<string, Cancellation>((given) =>
    callApi(cancelByLink, { body: { token: given } }),
  );
  const { state, registration } = link;
  if (submission.state === 'done') {
    const { answer } = submission;
    if (answer.outcome === 'none') return <Unknown />;
    return <Done endsAt={answer.endsAt} over={endsAtOnce(state, answer.endsAt)} />;
  }
  const isTrial = state === 'trial';
  return (
    <Stack $gap={24} $align="start">
      <Stack $gap={8}>
        <Heading level={2} size="m">
          {isTrial ? messages.trial(registration) : messages.membership(registration)}
        </Heading>
        <Text>{whatHappens(link)}</Text>
      </Stack>
      {submission.state === 'failed' ? <FormFailure title={messages.notCancelled} error={submission.error} /> : null}
      <Button
        variant="danger"
        busy={submission.state === 'busy'}
        busyLabel={messages.busy}
        onClick={() => void submit(token)}
      >
        {isTrial ? messages.cancelTrial : messages.cancelMembership}
      </Button>
    </Stack>
  );
}

function Content({ token }: { token: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['membership-link', token],
    queryFn: ({ signal }) => callApi(readMembershipLink, { body: { token }, signal }),
    // What is shown must not change under the button.
    staleTime: Infinity,
  });
  if (data?.outcome === 'unknown') return <Unknown />;
  if (data?.outcome === 'found') {
    if (!data.cancelled) return <Offer link={data} token={token} />;
    return (
      <Banner tone="info" title={messages.alreadyTitle}>
        {endsAtOnce(data.state, data.endsAt) ? messages.endedText(data.endsAt) : messages.alreadyText(data.endsAt)}
      </Banner>
    );
  }
  if (error !== null) {
    return (
      <Stack $gap={16} $align="start">
        <FormFailure title={messages.failed} error={error} />
        <Button onClick={() => void refetch()}>{messages.again}</Button>
      </Stack>
    );
  }
  return (
    <Loading label={messages.reading}>
      <Skeleton $width="60%" $height="1.5rem" />
    </Loading>
  );
}

/**
 * `/membership/cancel?token=`: where the cancel link of every mail leads. Opening it changes nothing, because mail
 * scanners open links; the button cancels, without signing in.
 */
export function MembershipLinkPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  return (
    <Page width="step">
      <PageTitle title={messages.title} />
      <Stack $gap={24}>
        <Heading level={1}>{messages.title}</Heading>
        {token === '' || token.length > 200 ? <Unknown /> : <Content token={token} />}
      </Stack>
    </Page>
  );
}
