import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { StatusBadge } from '@ve/ui/status/status';
import { Muted } from '@ve/ui/text/text';
import { JobName } from '../platform/job-name.tsx';
import { byId, type CustomerFilePart } from './cells.tsx';
import { messages } from './messages.en-gb.ts';
import { SectionRows } from './section.tsx';

type Job = CustomerFilePart<'jobs'>[number];

/** Unfinished jobs and dead letters of the customer. */
export function Jobs({ jobs }: { jobs: readonly Job[] }) {
  const { title, empty, columns, waiting, relayed, deadLetters } = messages.jobs;
  return (
    <SectionRows
      label={title}
      empty={empty}
      keyOf={byId}
      rows={jobs}
      columns={[
        { id: 'name', label: columns.name, cell: ({ name }) => <JobName name={name} /> },
        { id: 'added', label: columns.added, cell: ({ addedAt }) => <RelativeTime at={addedAt} /> },
        {
          id: 'state',
          label: columns.state,
          cell: ({ relayedAt, failedAt, why }) =>
            failedAt === null ? (
              <StatusBadge tone="info">{relayedAt === null ? waiting : relayed}</StatusBadge>
            ) : (
              <>
                <StatusBadge tone="fail">{deadLetters}</StatusBadge>
                <Muted>{why}</Muted>
              </>
            ),
        },
      ]}
    />
  );
}
