import {
  type NewsletterIssueItem,
  type NewsletterSendingAnswer,
  previewNewsletterIssueEndpoint,
  sendNewsletterIssueEndpoint,
  sendNewsletterTestEndpoint,
} from '@ve/contracts/http/operations/admin-newsletter';
import { callApi } from '@ve/mfe-kit/api';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Dialog } from '@ve/ui/dialog/dialog';
import { Row, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Skeleton } from '@ve/ui/skeleton/skeleton';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { apiProblemTitleOf } from '../platform/api-problem.ts';
import { messages } from './messages.en-gb.ts';
import { newsletterHtmlPreviewUrl, useNewsletterPreview, useRefreshNewsletter } from './newsletter.query.ts';

/** As high while it is rendered as with its text, so that the newsletters below stay in place. */
const previewHeight = '24rem';

const PlainText = styled.pre`
  height: ${previewHeight};
  margin: 0;
  overflow-y: auto;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

interface PreviewProps extends Pick<NewsletterIssueItem, 'id' | 'version'> {
  attempt: number;
  /** Renders it again, once it has failed. */
  again: () => void;
}

function Preview({ again, ...asked }: PreviewProps) {
  const titleId = useId();
  const { data, error } = useNewsletterPreview(asked);
  if (error !== null || data?.failed === true) {
    return (
      <Stack $gap={8} $align="start">
        <Banner tone="warn" role="alert" title={messages.previewFailed}>
          {error === null ? messages.previewJobFailed : apiProblemTitleOf(error)}
        </Banner>
        <Button type="button" variant="secondary" onClick={again}>
          {messages.previewAgain}
        </Button>
      </Stack>
    );
  }
  const text = data?.text ?? null;
  return (
    <Stack $gap={8}>
      {text === null ? (
        <MutedText role="status">{messages.previewing}</MutedText>
      ) : (
        <TextLink href={newsletterHtmlPreviewUrl(asked.id)} target="_blank" rel="noreferrer">
          {messages.openHtml} {messages.newTab}
        </TextLink>
      )}
      <Heading level={3} size="s" id={titleId}>
        {messages.previewTitle}
      </Heading>
      {text === null ? (
        <Skeleton $height={previewHeight} />
      ) : (
        // Takes the focus, so that the keyboard can scroll it.
        <PlainText role="region" aria-labelledby={titleId} tabIndex={0}>
          {text}
        </PlainText>
      )}
    </Stack>
  );
}

interface SendDialogProps {
  issue: NewsletterIssueItem;
  subscribers: number;
  onSent: (outcome: NewsletterSendingAnswer) => void;
  onClose: () => void;
}

function SendDialog({ issue, subscribers, onSent, onClose }: SendDialogProps) {
  const { id, version } = issue;
  const { submission, submit } = useFormSubmission(async () => {
    const { outcome } = await callApi(sendNewsletterIssueEndpoint, { params: { id }, body: { version } });
    onSent(outcome);
  });
  return (
    <Dialog
      open
      title={messages.sendTitle}
      onClose={onClose}
      actions={
        <>
          <Button
            type="button"
            busy={submission.state === 'busy'}
            busyLabel={messages.sending}
            onClick={() => void submit(undefined)}
          >
            {messages.sendNow}
          </Button>
          <Button type="button" variant="secondary" onClick={onClose}>
            {messages.back}
          </Button>
        </>
      }
    >
      <Stack $gap={12}>
        <SubmissionFailure title={messages.sendFailed} submission={submission} />
        <Text>
          <strong>{issue.subject}</strong>
        </Text>
        <Text>{messages.sendText(subscribers)}</Text>
      </Stack>
    </Dialog>
  );
}

const testedMessages = { queued: messages.tested, stale: messages.stale, 'no-mailbox': messages.noMailbox } as const;

interface IssueActionsProps {
  issue: NewsletterIssueItem;
  subscribers: number;
  /** Called once it is being sent; then these buttons disappear. */
  onSending: () => void;
}

/** The buttons of a draft: preview it, send it to oneself, and send it to all subscribers after a confirmation. */
export function NewsletterIssueActions({ issue, subscribers, onSending }: IssueActionsProps) {
  const { id, version } = issue;
  const refresh = useRefreshNewsletter();
  const [confirming, setConfirming] = useState(false);
  const [outcome, setOutcome] = useState<Exclude<NewsletterSendingAnswer, 'sending'> | null>(null);
  const call = { params: { id }, body: { version } };
  const [attempt, setAttempt] = useState(0);
  const preview = useFormSubmission(() => {
    setAttempt((count) => count + 1);
    return callApi(previewNewsletterIssueEndpoint, call);
  });
  const test = useFormSubmission(() => callApi(sendNewsletterTestEndpoint, call));
  const previewed = preview.submission.state === 'done' ? preview.submission.answer.outcome : null;
  const tested = test.submission.state === 'done' ? test.submission.answer.outcome : null;
  return (
    <Stack $gap={12}>
      <Row>
        <Button
          type="button"
          variant="secondary"
          busy={preview.submission.state === 'busy'}
          busyLabel={messages.previewing}
          onClick={() => void preview.submit(undefined)}
        >
          {messages.preview}
        </Button>
        <Button
          type="button"
          variant="secondary"
          busy={test.submission.state === 'busy'}
          busyLabel={messages.testing}
          onClick={() => void test.submit(undefined)}
        >
          {messages.test}
        </Button>
        <Button type="button" onClick={() => setConfirming(true)}>
          {messages.send}
        </Button>
      </Row>
      <SubmissionFailure title={messages.previewFailed} submission={preview.submission} />
      <SubmissionFailure title={messages.testFailed} submission={test.submission} />
      {outcome === null ? null : <Banner tone="warn" role="status" title={messages.outcomes[outcome]} />}
      {tested === null ? null : (
        <Banner tone={tested === 'queued' ? 'info' : 'warn'} role="status" title={testedMessages[tested]} />
      )}
      {previewed === 'queued' ? (
        <Preview id={id} version={version} attempt={attempt} again={() => void preview.submit(undefined)} />
      ) : null}
      {previewed === 'stale' ? <Banner tone="warn" role="status" title={messages.stale} /> : null}
      {confirming ? (
        <SendDialog
          issue={issue}
          subscribers={subscribers}
          onSent={(answer) => {
            setConfirming(false);
            if (answer === 'sending') onSending();
            else setOutcome(answer);
            refresh();
          }}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </Stack>
  );
}
