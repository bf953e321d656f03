import type { OpenCase } from '@ve/contracts/http/operations/admin-complaints';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { formatInstantShort } from '@ve/domain/kernel/time/format-date';
import { Link } from '@ve/mfe-kit/router';
import { Disclosure } from '@ve/ui/disclosure/disclosure';
import { type Fact, FactList } from '@ve/ui/fact-list/fact-list';
import { Card } from '@ve/ui/card/card';
import { Row, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { StatusBadge } from '@ve/ui/status/status';
import { Heading, Muted, Text } from '@ve/ui/text/text';
import { styled } from 'styled-components';
import { ListState } from '../platform/list-state.tsx';
import { StaffArea } from '../platform/staff-area.tsx';
import { AnswerForm } from './answer-form.tsx';
import { useOpenCases } from './complaints.query.ts';
import { messages } from './messages.en-gb.ts';

/** Keeps the line breaks of the sender's text. */
const Written = styled.blockquote`
  margin: 0;
  white-space: pre-line;
  overflow-wrap: anywhere;
`;

const titleOf = (open: OpenCase): string =>
  open.kind === 'complaint'
    ? messages.complaintTitle(open.reference)
    : messages.disputeTitle(formatRegistration(open.registration), open.datum);

/** An address, linked to its account if there is one. */
const Sender = ({ email, userId }: Pick<OpenCase, 'email' | 'userId'>) =>
  userId === null ? (
    email
  ) : (
    <TextLink as={Link} to={`/admin/support/${userId}`}>
      {email}
    </TextLink>
  );

const factsOf = (open: OpenCase): Fact[] => {
  const { facts } = messages;
  const both = [
    { label: facts.received, value: <RelativeTime at={open.receivedAt} /> },
    { label: facts.answerBy, value: formatInstantShort(open.answerBy) },
  ];
  if (open.kind === 'complaint') {
    return [
      ...both,
      {
        label: open.state === 'escalated' ? facts.escalated : facts.escalation,
        value: formatInstantShort(open.escalationAt),
      },
      {
        label: facts.from,
        value: (
          <>
            {open.name}, <Sender {...open} />
          </>
        ),
      },
      { label: facts.vehicle, value: open.registration ?? messages.notGiven },
    ];
  }
  return [
    ...both,
    { label: facts.from, value: <Sender {...open} /> },
    { label: facts.value, value: open.value ?? messages.notAvailable },
    { label: facts.source, value: open.source ?? messages.notAvailable },
  ];
};

function DueBadge({ open }: { open: OpenCase }) {
  if (open.kind === 'complaint' && open.state === 'escalated') {
    return <StatusBadge tone="fail">{messages.escalated}</StatusBadge>;
  }
  const overdue = new Date(open.answerBy) < new Date();
  return <StatusBadge tone={overdue ? 'warn' : 'info'}>{overdue ? messages.overdue : messages.due}</StatusBadge>;
}

const Case = ({ open }: { open: OpenCase }) => (
  <Card as="article" $padding={16}>
    <Stack $gap={12}>
      <Row>
        <Heading level={2} size="s">
          {titleOf(open)}
        </Heading>
        <Muted>{messages.kinds[open.kind]}</Muted>
        <DueBadge open={open} />
      </Row>
      <FactList facts={factsOf(open)} columns={2} sources="none" />
      <Written>{open.message}</Written>
      <Disclosure title={messages.open} name="answer">
        <AnswerForm open={open} />
      </Disclosure>
    </Stack>
  </Card>
);

function OpenCases() {
  const query = useOpenCases();
  return (
    <Stack $gap={24}>
      <div>
        <Text>{messages.about}</Text>
        <Muted>{messages.answered}</Muted>
      </div>
      <ListState query={query} retry={() => void query.refetch()} words={messages} toast={() => null}>
        {({ cases, isMore }) =>
          cases.length === 0 ? (
            <div role="status">
              <Heading level={2} size="s">
                {messages.emptyTitle}
              </Heading>
              <Text>{messages.emptyText}</Text>
            </div>
          ) : (
            <>
              {isMore ? <Muted role="status">{messages.more}</Muted> : null}
              {cases.map((open) => (
                <Case key={open.kind === 'complaint' ? open.reference : open.id} open={open} />
              ))}
            </>
          )
        }
      </ListState>
    </Stack>
  );
}

/** `/admin/complaints`: the unanswered complaints and data disputes. */
export function ComplaintsPage() {
  return (
    <StaffArea title={messages.title}>
      <OpenCases />
    </StaffArea>
  );
}
