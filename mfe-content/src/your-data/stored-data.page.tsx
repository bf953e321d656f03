import {
  type DataErasure,
  erasePersonalDataEndpoint,
  type PersonalData,
  readPersonalDataEndpoint,
} from '@ve/contracts/http/privacy/data-requests';
import { caseKindLabels } from '@ve/domain/messaging/contact/case-kinds';
import { callApi } from '@ve/mfe-kit/api';
import { EmailLinkPage } from '@ve/mfe-kit/email-link';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { Link } from '@ve/mfe-kit/router';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Row, Section, Stack } from '@ve/ui/layout/layout';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import type { ReactNode } from 'react';
import { NoWrapText } from '../platform/no-wrap-text.tsx';
import { messages } from './messages.en-gb.ts';

const labels = messages.held;

const isEmpty = ({ newsletter, stops, suppressedAt, messages: written, disputes, signUps }: PersonalData): boolean =>
  newsletter === null &&
  suppressedAt === null &&
  stops.length + written.length + disputes.length + signUps.length === 0;

function Expired() {
  return (
    <Stack $gap={24} $align="start">
      <Banner tone="warn" title={labels.expiredTitle}>
        {labels.expired}
      </Banner>
      <ButtonLink as={Link} to="/your-data/request">
        {labels.expiredLink}
      </ButtonLink>
    </Stack>
  );
}

function Erased({ answer, account }: { answer: Extract<DataErasure, { outcome: 'erased' }>; account: boolean }) {
  const { deleted, complaints, signUps } = answer;
  if (complaints + signUps === 0) {
    return (
      <Banner tone="pass" role="status" title={labels.doneTitle}>
        {account ? labels.doneAccount : labels.done}
      </Banner>
    );
  }
  return (
    <Banner tone="warn" role="status" title={deleted === 0 ? labels.nothingDoneTitle : labels.partlyDoneTitle}>
      {complaints === 0 ? '' : labels.complaintsLeft(complaints)} {signUps === 0 ? '' : labels.signUpsLeft(signUps)}
    </Banner>
  );
}

/** Replaces the button, and takes its focus. */
const Done = ({ answer, account }: { answer: DataErasure; account: boolean }) => (
  <FocusedResult>
    {answer.outcome === 'expired' ? <Expired /> : <Erased answer={answer} account={account} />}
  </FocusedResult>
);

interface EntryProps {
  title: ReactNode;
  children?: ReactNode;
}

function Entry({ title, children }: EntryProps) {
  return (
    <Stack $gap={4}>
      <Heading level={3} size="s">
        {title}
      </Heading>
      {children}
    </Stack>
  );
}

function Message({
  kind,
  reference,
  receivedAt,
}: Pick<PersonalData['messages'][number], 'kind' | 'reference' | 'receivedAt'>) {
  return (
    <>
      {caseKindLabels[kind]} {reference === null ? null : <NoWrapText>{reference}</NoWrapText>}{' '}
      {labels.messageOf(receivedAt)}
    </>
  );
}

function Held({ held }: { held: PersonalData }) {
  const { newsletter, stops, suppressedAt, messages: written, disputes, signUps } = held;
  return (
    <>
      {newsletter === null && stops.length === 0 && suppressedAt === null ? null : (
        <Section title={labels.newsletter}>
          <Stack $gap={8}>
            {newsletter === null ? null : (
              <Text>
                {newsletter.confirmedAt === null
                  ? labels.unconfirmed(newsletter.requestedAt)
                  : labels.subscribed(newsletter.confirmedAt)}
              </Text>
            )}
            {stops.map(({ stream, stoppedAt }) => (
              <Text key={stream}>{labels.stopped(stream, stoppedAt)}</Text>
            ))}
            {suppressedAt === null ? null : <Text>{labels.suppressed(suppressedAt)}</Text>}
          </Stack>
        </Section>
      )}
      {written.length === 0 ? null : (
        <Section title={labels.messages}>
          <Stack $gap={24}>
            {written.map(({ kind, reference, name, registration, message, receivedAt, answered }) => (
              <Entry key={receivedAt} title={<Message kind={kind} reference={reference} receivedAt={receivedAt} />}>
                <MutedText>
                  {labels.from(name, registration)}
                  {kind === 'complaint' && !answered ? `. ${labels.open}` : ''}
                </MutedText>
                <Text>{message}</Text>
              </Entry>
            ))}
          </Stack>
        </Section>
      )}
      {disputes.length === 0 ? null : (
        <Section title={labels.disputes}>
          <Stack $gap={24}>
            {disputes.map(({ registration, datum, message, createdAt }) => (
              <Entry key={createdAt} title={labels.dispute(registration, datum, createdAt)}>
                <Text>{message}</Text>
              </Entry>
            ))}
          </Stack>
        </Section>
      )}
      {signUps.length === 0 ? null : (
        <Section title={labels.signUps}>
          <Stack $gap={24}>
            {signUps.map(({ registration, createdAt }) => (
              <Text key={createdAt}>{labels.signUp(registration, createdAt)}</Text>
            ))}
          </Stack>
        </Section>
      )}
    </>
  );
}

function download(held: PersonalData): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(held, null, 2)], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: labels.file });
  link.click();
  URL.revokeObjectURL(url);
}

function Found({ held, token }: { held: PersonalData; token: string }) {
  const { submission, submit } = useFormSubmission<string, DataErasure>((given) =>
    callApi(erasePersonalDataEndpoint, { body: { token: given } }),
  );
  if (submission.state === 'done') return <Done answer={submission.answer} account={held.account} />;
  return (
    <Stack $gap={32}>
      <Stack $gap={8}>
        {isEmpty(held) && held.account ? null : <Text>{isEmpty(held) ? labels.nothing : labels.lead(held.email)}</Text>}
        <MutedText>{labels.technical}</MutedText>
      </Stack>
      {held.account ? (
        <Banner
          tone="info"
          title={labels.accountTitle}
          actions={
            <ButtonLink as={Link} to="/your-data" $variant="secondary">
              {labels.accountLink}
            </ButtonLink>
          }
        >
          {labels.account}
        </Banner>
      ) : null}
      {isEmpty(held) ? null : (
        <>
          <div>
            <Held held={held} />
          </div>
          <Row>
            <Button variant="secondary" onClick={() => download(held)}>
              {labels.download}
            </Button>
          </Row>
          <Section title={labels.delete} lead={labels.deleteLead}>
            <Stack $gap={16} $align="start">
              <SubmissionFailure title={labels.notDeleted} submission={submission} />
              <Button
                variant="danger"
                busy={submission.state === 'busy'}
                busyLabel={labels.busy}
                onClick={() => void submit(token)}
              >
                {labels.action}
              </Button>
            </Stack>
          </Section>
        </>
      )}
    </Stack>
  );
}

/** `/your-data/held?token=`: the target of the link in the mail. Opening it only reads; the button deletes. */
export function StoredDataByLinkPage() {
  return (
    <EmailLinkPage
      title={labels.title}
      subject="held-data"
      read={(request) => callApi(readPersonalDataEndpoint, request)}
      broken={<Expired />}
    >
      {(link, token) => (link.outcome === 'found' ? <Found held={link.held} token={token} /> : <Expired />)}
    </EmailLinkPage>
  );
}
