import {
  type CancellationAnswer,
  cancelSubscriptionByLinkEndpoint,
  withdrawCancellationByLinkEndpoint,
  type MembershipLink,
  readMembershipLinkEndpoint,
} from '@ve/contracts/http/membership/membership-link';
import { callApi } from '@ve/mfe-kit/api';
import { EmailLinkPage } from '@ve/mfe-kit/email-link';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { Link } from '@ve/mfe-kit/router';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Banner } from '@ve/ui/banner/banner';
import { ButtonLink } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { useState } from 'react';
import {
  LazyWithdrawCancellationButton,
  WithdrawCancellationResult,
} from '../platform/cancellation/withdraw-cancellation.tsx';
import type { WithdrawCancellationAnswer } from '../platform/cancellation/withdraw-cancellation-button.tsx';
import {
  cancelledMessage,
  cancellationPreviewText,
  messages as preview,
  refundConfirmationText,
} from '../platform/cancellation/messages.en-gb.ts';
import { LazyCancellationReasonForm } from '../platform/cancellation/cancellation-reason-question.tsx';
import { DeadEmailLink, EmailLinkAction } from '../platform/email-link-parts.tsx';
import { messages } from './messages.en-gb.ts';

type Found = Extract<MembershipLink, { outcome: 'found' }>;

const unknown = (
  <DeadEmailLink
    title={messages.unknownTitle}
    text={messages.unknownText}
    to="/my-account"
    label={messages.account}
    contact={messages.contact}
  />
);

const ToAccount = () => (
  <Row>
    <ButtonLink as={Link} to="/my-account" $variant="secondary">
      {messages.account}
    </ButtonLink>
  </Row>
);

interface LinkTokenProps {
  token: string;
}

/** Undoes the cancellation, authorised by the link's token. */
function KeepByLinkButton({
  token,
  endsAt,
  monthlyPence,
  onKept,
}: LinkTokenProps & { endsAt: string; monthlyPence: number; onKept: (kept: WithdrawCancellationAnswer) => void }) {
  return (
    <LazyWithdrawCancellationButton
      endsAt={endsAt}
      monthlyPence={monthlyPence}
      keep={() => callApi(withdrawCancellationByLinkEndpoint, { body: { token } })}
      onKept={onKept}
    />
  );
}

const KeepByLinkResult = ({ answer }: { answer: WithdrawCancellationAnswer }) => (
  <Stack $gap={24}>
    <WithdrawCancellationResult answer={answer} />
    <ToAccount />
  </Stack>
);

/** Replaces the button, and takes its focus. */
function Done({ token, done }: LinkTokenProps & { done: Extract<CancellationAnswer, { outcome: 'cancelled' }> }) {
  const [keepAnswer, setKeepAnswer] = useState<WithdrawCancellationAnswer | null>(null);
  if (keepAnswer !== null) return <KeepByLinkResult answer={keepAnswer} />;
  const { summary, answerToken } = done;
  return (
    <Stack $gap={24}>
      <FocusedResult>
        <Banner tone="pass" role="status" title={messages.doneTitle}>
          {cancelledMessage(summary)} {preview.confirmation}
        </Banner>
      </FocusedResult>
      {summary.canWithdraw ? <KeepByLinkButton token={token} {...summary} onKept={setKeepAnswer} /> : null}
      <LazyCancellationReasonForm token={answerToken} />
      <ToAccount />
    </Stack>
  );
}

function AlreadyCancelled({
  link: { endsAt, endsImmediately, refund, canWithdraw, monthlyPence },
  token,
}: LinkTokenProps & { link: Found }) {
  const [kept, setKept] = useState<WithdrawCancellationAnswer | null>(null);
  if (kept !== null) return <KeepByLinkResult answer={kept} />;
  return (
    <Stack $gap={24}>
      <Banner tone="info" title={messages.alreadyTitle}>
        {endsImmediately ? messages.endedText(endsAt) : messages.alreadyText(endsAt)} {refundConfirmationText(refund)}
      </Banner>
      {canWithdraw ? (
        <KeepByLinkButton token={token} endsAt={endsAt} monthlyPence={monthlyPence} onKept={setKept} />
      ) : null}
      <ToAccount />
    </Stack>
  );
}

function Offer({ link, token }: LinkTokenProps & { link: Found }) {
  const { submission, submit } = useFormSubmission<string, CancellationAnswer>((given) =>
    callApi(cancelSubscriptionByLinkEndpoint, { body: { token: given } }),
  );
  const { state, registration } = link;
  if (submission.state === 'done') {
    const { answer } = submission;
    return answer.outcome === 'none' ? unknown : <Done token={token} done={answer} />;
  }
  const isTrial = state === 'trial';
  return (
    <Stack $gap={24} $align="start">
      <Stack $gap={8}>
        <Heading level={2} size="m">
          {isTrial ? messages.trial(registration) : messages.membership(registration)}
        </Heading>
        <Text>{cancellationPreviewText(link)}</Text>
        <MutedText>{preview.reports}</MutedText>
      </Stack>
      <EmailLinkAction
        submission={submission}
        failed={messages.notCancelled}
        action={isTrial ? messages.cancelTrial : messages.cancelMembership}
        busyLabel={messages.busy}
        onPress={() => void submit(token)}
      />
    </Stack>
  );
}

/**
 * `/membership/cancel?token=`: the target of the cancel link of every mail. Opening it changes nothing, because mail
 * scanners open links; the button cancels without a sign-in.
 */
export function CancelMembershipByLinkPage() {
  return (
    <EmailLinkPage
      title={messages.title}
      subject="membership-link"
      read={(request) => callApi(readMembershipLinkEndpoint, request)}
      broken={unknown}
    >
      {(link, token) => {
        if (link.outcome === 'unknown') return unknown;
        return link.cancelled ? <AlreadyCancelled link={link} token={token} /> : <Offer link={link} token={token} />;
      }}
    </EmailLinkPage>
  );
}
