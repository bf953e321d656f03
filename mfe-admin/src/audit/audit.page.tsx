import { type AuditEntry, auditFilters } from '@ve/contracts/http/operations/admin-audit';
import { staffListDayField } from '@ve/contracts/http/kernel/admin-list-page';
import { Link } from '@ve/mfe-kit/router';
import { Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import type { TableColumn } from '@ve/ui/table/table';
import { MutedText, Text } from '@ve/ui/text/text';
import { styled } from 'styled-components';
import { FoldedText } from '../platform/folded-text.tsx';
import { type ListFilter, ListFilterForm } from '../platform/list-filter-form.tsx';
import { PaginatedTable } from '../platform/paginated-table.tsx';
import { StaffArea } from '../platform/staff-area.tsx';
import { useAuditLogEntries } from './audit.query.ts';
import { messages } from './messages.en-gb.ts';

const { fields } = messages;

const dayProblem = (typed: string): string | null =>
  staffListDayField.safeParse(typed).success ? null : messages.dayWrong;

const filters: readonly ListFilter[] = [
  {
    name: 'actor',
    isAddress: true,
    label: fields.actor,
    hint: fields.actorHint,
    problemOf: (typed) => (auditFilters.actor.safeParse(typed).success ? null : messages.tooLong),
  },
  {
    name: 'action',
    label: fields.action,
    hint: fields.actionHint,
    problemOf: (typed) => (auditFilters.action.safeParse(typed).success ? null : messages.noAction),
  },
  {
    name: 'subject',
    label: fields.subject,
    hint: fields.subjectHint,
    problemOf: (typed) => (auditFilters.subject.safeParse(typed).success ? null : messages.noSubject),
  },
  { name: 'from', label: fields.from, type: 'date', problemOf: dayProblem },
  { name: 'to', label: fields.to, type: 'date', problemOf: dayProblem },
];

const Details = styled.dl`
  display: grid;
  margin: 0;
  dt,
  dd,
  dd > div:only-child {
    display: inline;
    margin: 0;
    overflow-wrap: anywhere;
  }
  dt::after {
    content: ': ';
  }
`;

/** Breaks only where it would be wider than its cell alone: `customer.viewed` is copied into the filter. */
const Code = styled.span`
  overflow-wrap: break-word;
`;

/** A link to the log with only this filter. */
const only = (name: keyof typeof auditFilters, value: string): string =>
  `?${new URLSearchParams({ [name]: value }).toString()}`;

const columns: readonly TableColumn<AuditEntry>[] = [
  { id: 'at', label: messages.columns.at, cell: ({ at }) => <RelativeTime at={at} /> },
  {
    id: 'actor',
    label: messages.columns.actor,
    cell: ({ actor }) => (
      <TextLink as={Link} to="?" state={{ actor }} title={messages.onlyActor(actor)}>
        {actor}
      </TextLink>
    ),
  },
  {
    id: 'action',
    label: messages.columns.action,
    cell: ({ action }) => (
      <TextLink as={Link} to={only('action', action)} title={messages.onlyAction(action)}>
        <Code>{action}</Code>
      </TextLink>
    ),
  },
  {
    id: 'subject',
    label: messages.columns.subject,
    cell: ({ subject }) =>
      subject === null ? (
        messages.none
      ) : (
        <TextLink as={Link} to={only('subject', subject)} title={messages.onlySubject(subject)}>
          {subject}
        </TextLink>
      ),
  },
  {
    id: 'details',
    label: messages.columns.details,
    cell: ({ details }) =>
      details.length === 0 ? (
        messages.none
      ) : (
        <Details>
          {details.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <FoldedText text={value} lines={2} />
              </dd>
            </div>
          ))}
        </Details>
      ),
  },
];

function AuditLog() {
  const query = useAuditLogEntries();
  return (
    <Stack $gap={24}>
      <div>
        <Text>{messages.about}</Text>
        <MutedText>{messages.reading}</MutedText>
      </div>
      <ListFilterForm label={messages.filters} filters={filters} />
      <PaginatedTable query={query} labels={messages} columns={columns} keyOf={({ id }) => id} />
    </Stack>
  );
}

/** `/admin/audit`: the log of staff actions. */
export function AuditLogPage() {
  return (
    <StaffArea title={messages.title}>
      <AuditLog />
    </StaffArea>
  );
}
