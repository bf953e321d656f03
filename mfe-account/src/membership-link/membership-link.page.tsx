import {
  type Cancellation,
  cancelByLink,
  keepByLink,
  type MembershipLink,
  readMembershipLink,
} from '@ve/contracts/http/membership/membership-link';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { MailedLinkPage } from '@ve/mfe-kit/mailed-link';
import { News } from '@ve/mfe-kit/news';
import { Link } from '@ve/mfe-kit/router';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Heading, Muted, Text } from '@ve/ui/text/text';
import { useState } from 'react';
import { KeepMembership, Kept } from '../platform/leaving/keep-membership.tsx';
import type { KeepAnswer } from '../platform/leaving/keep.types.ts';
import { afterNow, before, messages as leaving, refundAfter } from '../platform/leaving/messages.en-gb.ts';
import { OptionalQuestion } from '../platform/leaving/optional-question.tsx';
import { messages } from './messages.en-gb.ts';

type Found = Extract<MembershipLink, { outcome: 'found' }>;

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

/** The way on from what the link has done. */
const ToAccount = () => (
  <Row>
    <ButtonLink as={Link} to="/my-account" $variant="secondary">
      {messages.account}
    </ButtonLink>
  </Row>
);

interface OfLink {
  token: string;
}

/** Takes the cancellation back, by the link alone. */
function KeepByLinkButton({ token, endsAt, onKept }: OfLink & { endsAt: string; onKept: (kept: KeepAnswer) => void }) {
  return <KeepMembership endsAt={endsAt} keep={() => callApi(keepByLink, { body: { token } })} onKept={onKept} />;
}

const KeptByLink = ({ answer }: { answer: KeepAnswer }) => (
  <Stack $gap={24}>
    <Kept answer={answer} />
    <ToAccount />
  </Stack>
);

/** Replaces the button, and takes its focus. */
function Done({ token, done }: OfLink & { done: Extract<Cancellation, { outcome: 'cancelled' }> }) {
  const [kept, setKept] = useState<KeepAnswer | null>(null);
  if (kept !== null) return <KeptByLink answer={kept} />;
  const { summary, answerToken } = done;
  return (
    <Stack $gap={24}>
      <News>
        <Banner tone="pass" role="status" title={messages.doneTitle}>
          {afterNow(summary)} {leaving.confirmation}
        </Banner>
      </News>
      {summary.mayKeep ? <KeepByLinkButton token={token} endsAt={summary.endsAt} onKept={setKept} /> : null}
      <OptionalQuestion token={answerToken} />
      <ToAccount />
    </Stack>
  );
}

function AlreadyCancelled({ link: { endsAt, atOnce, refund, mayKeep }, token }: OfLink & { link: Found }) {
  const [kept, setKept] = useState<KeepAnswer | null>(null);
  if (kept !== null) return <KeptByLink answer={kept} />;
  return (
    <Stack $gap={24}>
      <Banner tone="info" title={messages.alreadyTitle}>
        {atOnce ? messages.endedText(endsAt) : messages.alreadyText(endsAt)} {refundAfter(refund)}
      </Banner>
      {mayKeep ? <KeepByLinkButton token={token} endsAt={endsAt} onKept={setKept} /> : null}
      <ToAccount />
    </Stack>
  );
}

function Offer({ link, token }: OfLink & { link: Found }) {
  const { submission, submit } = useSubmission<string, Cancellation>((given) =>
    callApi(cancelByLink, { body: { token: given } }),
  );
  const { state, registration } = link;
  if (submission.state === 'done') {
    const { answer } = submission;
    return answer.outcome === 'none' ? <Unknown /> : <Done token={token} done={answer} />;
  }
  const isTrial = state === 'trial';
  return (
    <Stack $gap={24} $align="start">
      <Stack $gap={8}>
        <Heading level={2} size="m">
          {isTrial ? messages.trial(registration) : messages.membership(registration)}
        </Heading>
        <Text>{before(link)}</Text>
        <Muted>{leaving.reports}</Muted>
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

/**
 * `/membership/cancel?token=`: where the cancel link of every mail leads. Opening it changes nothing, because mail
 * scanners open links; the button cancels, without signing in.
 */
export function MembershipLinkPage() {
  return (
    <MailedLinkPage
      title={messages.title}
      subject="membership-link"
      read={(request) => callApi(readMembershipLink, request)}
      broken={<Unknown />}
    >
      {(link, token) => {
        if (link.outcome === 'unknown') return <Unknown />;
        return link.cancelled ? <AlreadyCancelled link={link} token={token} /> : <Offer link={link} token={token} />;
      }}
    </MailedLinkPage>
  );
}
