import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import type { ReactNode } from 'react';
import { keyById, type CustomerFilePart } from './cells.tsx';
import { messages } from './messages.en-gb.ts';
import { CustomerSectionRows } from './section.tsx';

type CustomerSession = CustomerFilePart<'sessions'>[number];

interface SessionsProps {
  sessions: readonly CustomerSession[];
  /** The button that ends a session; null if it cannot be ended now. */
  action: (session: CustomerSession) => ReactNode;
}

export function CustomerSessions({ sessions, action }: SessionsProps) {
  const { title, empty, columns, unknown, by } = messages.sessions;
  return (
    <CustomerSectionRows
      label={title}
      empty={empty}
      keyOf={keyById}
      rows={sessions}
      columns={[
        { id: 'device', label: columns.device, cell: ({ device }: CustomerSession) => device ?? unknown },
        { id: 'by', label: columns.by, cell: ({ openedBy }) => by[openedBy] },
        { id: 'opened', label: columns.opened, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
        { id: 'seen', label: columns.seen, cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} /> },
        { id: 'end', label: columns.end, cell: action },
      ]}
    />
  );
}
