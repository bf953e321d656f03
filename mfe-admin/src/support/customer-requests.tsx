import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { StatusBadge, type StatusTone } from '@ve/ui/status/status';
import { MutedText } from '@ve/ui/text/text';
import { styled } from 'styled-components';
import { keyById, type CustomerFilePart } from './cells.tsx';
import { messages } from './messages.en-gb.ts';
import { CustomerSectionRows } from './section.tsx';

type Request = CustomerFilePart<'requests'>['others'][number];

/** Keeps the line breaks of the customer's text. */
const Written = styled.p`
  white-space: pre-line;
`;

const requestTones: Record<Request['state'], StatusTone> = {
  open: 'info',
  escalated: 'warn',
  done: 'pass',
  failed: 'fail',
};

/** All other requests of the customer. */
export function CustomerRequests({ requests }: { requests: readonly Request[] }) {
  const { title, empty, columns, kinds, states } = messages.requests;
  return (
    <CustomerSectionRows
      label={title}
      empty={empty}
      keyOf={keyById}
      rows={requests}
      columns={[
        { id: 'at', label: columns.at, cell: ({ at }) => <RelativeTime at={at} /> },
        {
          id: 'kind',
          label: columns.kind,
          cell: ({ kind, reference }) => (
            <>
              {kinds[kind]}
              {reference === null ? null : <MutedText>{reference}</MutedText>}
            </>
          ),
        },
        {
          id: 'state',
          label: columns.state,
          cell: ({ state }) => <StatusBadge tone={requestTones[state]}>{states[state]}</StatusBadge>,
        },
        {
          id: 'text',
          label: columns.text,
          cell: ({ text }) => (text === null ? messages.none : <Written>{text}</Written>),
        },
      ]}
    />
  );
}
