import { caseFilters, type CaseListPage, type StaffCase } from '@ve/contracts/http/operations/admin-cases';
import { caseKindLabels, caseKinds } from '@ve/domain/messaging/contact/case-kinds';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { formatInstantShort } from '@ve/domain/kernel/time/format-date';
import { Link, useSearchParams } from '@ve/mfe-kit/router';
import { Disclosure } from '@ve/ui/disclosure/disclosure';
import { type ListedFact, FactList } from '@ve/ui/fact-list/fact-list';
import { Card } from '@ve/ui/card/card';
import { Row, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { StatusBadge } from '@ve/ui/status/status';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { FoldedText } from '../platform/folded-text.tsx';
import { type ListFilter, ListFilterForm } from '../platform/list-filter-form.tsx';
import { LoadedList } from '../platform/loaded-list.tsx';
import { StaffArea } from '../platform/staff-area.tsx';
import { useLastDefinedValue } from '../platform/use-last-defined-value.ts';
import { CaseAnswerForm } from './case-answer-form.tsx';
import { CaseAssignment } from './case-assignment.tsx';
import { useHasImpossibleCaseFilter, useOpenCases } from './cases.query.ts';
import { messages } from './messages.en-gb.ts';

/** An address, linked to its account if there is one. */
const Sender = ({ email, userId }: Pick<StaffCase, 'email' | 'userId'>) =>
  userId === null ? (
    email
  ) : (
    <TextLink as={Link} to={`/admin/support/${userId}`}>
      {email}
    </TextLink>
  );

const factsOf = (open: StaffCase): ListedFact[] => {
  const { facts } = messages;
  const sender = open.kind === 'dispute' ? '' : `${open.name}, `;
  const every = [
    { label: facts.received, value: <RelativeTime at={open.receivedAt} /> },
    { label: facts.answerBy, value: formatInstantShort(open.dueAt) },
    {
      label: facts.from,
      value: (
        <>
          {sender}
          <Sender {...open} />
        </>
      ),
    },
  ];
  switch (open.kind) {
    case 'enquiry':
      return [...every, { label: facts.vehicle, value: open.registration ?? messages.notGiven }];
    case 'complaint':
      return [
        ...every,
        { label: open.escalated ? facts.escalated : facts.escalation, value: formatInstantShort(open.escalationAt) },
        { label: facts.vehicle, value: open.registration ?? messages.notGiven },
      ];
    case 'affiliate':
      return [
        ...every,
        { label: facts.website, value: open.website },
        {
          label: facts.content,
          value: messages.contents[open.content],
        },
      ];
    case 'dispute': {
      const source = open.source ?? messages.notAvailable;
      return [
        ...every,
        {
          label: facts.vehicle,
          value: formatRegistration(open.registration),
        },
        { label: facts.entry, value: open.datum },
        { label: facts.value, value: open.value ?? messages.notAvailable },
        {
          label: facts.source,
          value: open.readAt === null ? source : `${source}, ${formatInstantShort(open.readAt)}`,
        },
      ];
    }
  }
};

function StateBadge({ open }: { open: StaffCase }) {
  if (open.ended !== null) return <StatusBadge tone="info">{messages.done[open.ended.how]}</StatusBadge>;
  if (open.kind === 'complaint' && open.escalated) return <StatusBadge tone="fail">{messages.escalated}</StatusBadge>;
  const overdue = new Date(open.dueAt) < new Date();
  return <StatusBadge tone={overdue ? 'warn' : 'info'}>{overdue ? messages.overdue : messages.due}</StatusBadge>;
}

interface CaseProps extends Pick<CaseListPage, 'admins' | 'me'> {
  open: StaffCase;
}

const Case = ({ open, ...staff }: CaseProps) => (
  <Card as="article" $padding={16}>
    <Stack $gap={12}>
      <Row>
        <Heading level={2} size="s">
          {caseKindLabels[open.kind]} {open.reference}
        </Heading>
        <StateBadge open={open} />
      </Row>
      <FactList facts={factsOf(open)} columns={2} sources="none" />
      <FoldedText text={open.message} />
      {open.ended !== null ? (
        <Text>{messages.wasEnded(open.ended.how, open.ended.by, formatInstantShort(open.ended.at))}</Text>
      ) : (
        <>
          <CaseAssignment open={open} {...staff} />
          <Disclosure title={messages.open} name="answer">
            <CaseAnswerForm open={open} />
          </Disclosure>
        </>
      )}
    </Stack>
  </Card>
);

const filtersFor = (admins: CaseListPage['admins']): readonly ListFilter[] => [
  {
    name: 'kind',
    label: messages.fields.kind,
    choices: [['', messages.anyKind], ...caseKinds.map((kind) => [kind, caseKindLabels[kind]] as const)],
  },
  {
    name: 'assignee',
    label: messages.fields.assignee,
    choices: [['', messages.anyone], ['none', messages.noOne], ...admins.map(({ id, email }) => [id, email] as const)],
  },
  {
    name: 'reference',
    label: messages.fields.reference,
    problemOf: (typed) => (caseFilters.reference.safeParse(typed).success ? null : messages.noReference),
  },
];

const without = (params: URLSearchParams, after: string | null): string => {
  const next = new URLSearchParams(params);
  if (after === null) next.delete('after');
  else next.set('after', after);
  return `?${next.toString()}`;
};

function NoCases({ title, text, isFiltered = false }: { title: string; text: string; isFiltered?: boolean }) {
  return (
    <div role="status">
      <Heading level={2} size="s">
        {title}
      </Heading>
      <Text>{text}</Text>
      {isFiltered ? (
        <TextLink as={Link} to="/admin/cases">
          {messages.showAll}
        </TextLink>
      ) : null}
    </div>
  );
}

function OpenCases() {
  const isImpossible = useHasImpossibleCaseFilter();
  const query = useOpenCases({ enabled: !isImpossible });
  const [params] = useSearchParams();
  const admins = useLastDefinedValue(query.data)?.admins ?? [];
  const list = (
    <LoadedList query={query} retry={() => void query.refetch()} labels={messages} rowHeight="30rem" toast={() => null}>
      {({ cases, next, ...staff }) => (
        <>
          {cases.length > 0 ? (
            cases.map((open) => <Case key={open.reference} open={open} {...staff} />)
          ) : params.size === 0 ? (
            <NoCases title={messages.emptyTitle} text={messages.emptyText} />
          ) : (
            <NoCases title={messages.noneTitle} text={messages.noneText} isFiltered />
          )}
          <Row>
            {params.has('after') ? (
              <TextLink as={Link} to={without(params, null)}>
                {messages.first}
              </TextLink>
            ) : null}
            {next === null ? null : (
              <TextLink as={Link} to={without(params, next)}>
                {messages.next}
              </TextLink>
            )}
          </Row>
        </>
      )}
    </LoadedList>
  );
  return (
    <Stack $gap={24}>
      <div>
        <Text>{messages.about}</Text>
        <MutedText>{messages.ended}</MutedText>
      </div>
      <ListFilterForm label={messages.filters} filters={filtersFor(admins)} />
      {isImpossible ? <NoCases title={messages.noneTitle} text={messages.impossible} isFiltered /> : list}
    </Stack>
  );
}

/** `/admin/cases`: the open enquiries, complaints, data disputes and affiliate applications. */
export function CasesPage() {
  return (
    <StaffArea title={messages.title}>
      <OpenCases />
    </StaffArea>
  );
}
