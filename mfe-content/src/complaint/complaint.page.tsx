import { type ComplaintStatus, readComplaintStatusEndpoint } from '@ve/contracts/http/messaging/contact';
import { callApi } from '@ve/mfe-kit/api';
import { EmailLinkPage } from '@ve/mfe-kit/email-link';
import { Link } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { ButtonLink } from '@ve/ui/button/button';
import { FactList } from '@ve/ui/fact-list/fact-list';
import { Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { MutedText } from '@ve/ui/text/text';
import { NoWrapText } from '../platform/no-wrap-text.tsx';
import { messages } from './messages.en-gb.ts';

type Found = Extract<ComplaintStatus, { outcome: 'found' }>;

function Unknown() {
  return (
    <Stack $gap={24} $align="start">
      <Banner tone="warn" title={messages.unknownTitle}>
        {messages.unknownText}
      </Banner>
      <ButtonLink as={Link} to="/contact?type=general" $variant="secondary">
        {messages.contact}
      </ButtonLink>
    </Stack>
  );
}

/** The dates that apply in this state: a promise until it is kept, then the date when it was. */
function factsOf({ reference, state, receivedAt, answerBy, escalationAt, escalatedAt, answeredAt, closed }: Found) {
  const { facts, at } = messages;
  const row = (label: string, instant: string | null) => (instant === null ? [] : [{ label, value: at(instant) }]);
  return [
    { label: facts.reference, value: <NoWrapText>{reference}</NoWrapText> },
    ...row(facts.received, receivedAt),
    ...row(facts.answerBy, state === 'received' ? answerBy : null),
    ...row(facts.escalation, state === 'received' ? escalationAt : null),
    ...row(facts.escalated, escalatedAt),
    ...row(closed === true ? facts.closed : facts.answered, answeredAt),
  ];
}

function Status({ complaint }: { complaint: Found }) {
  const { tone, title, body } = complaint.closed === true ? messages.closed : messages.states[complaint.state];
  return (
    <Stack $gap={24}>
      <Banner tone={tone} title={title}>
        {body}
      </Banner>
      <FactList facts={factsOf(complaint)} sources="none" />
      <MutedText>{messages.promise}</MutedText>
      <MutedText>
        {messages.elsewhere} <TextLink href="https://ico.org.uk/make-a-complaint/">{messages.commissioner}</TextLink>.
      </MutedText>
    </Stack>
  );
}

/** `/complaint?token=`: the target of the link in the confirmation of a complaint. Read-only. */
export function ComplaintByLinkPage() {
  return (
    <EmailLinkPage
      title={messages.title}
      subject="complaint"
      read={(request) => callApi(readComplaintStatusEndpoint, request)}
      broken={<Unknown />}
    >
      {(link) => (link.outcome === 'found' ? <Status complaint={link} /> : <Unknown />)}
    </EmailLinkPage>
  );
}
