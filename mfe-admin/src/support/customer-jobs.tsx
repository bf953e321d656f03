import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { StatusBadge } from '@ve/ui/status/status';
import { MutedText } from '@ve/ui/text/text';
import { JobLabelAndName } from '../platform/job-name.tsx';
import { keyById, type CustomerFilePart } from './cells.tsx';
import { messages } from './messages.en-gb.ts';
import { CustomerSectionRows } from './section.tsx';

type Job = CustomerFilePart<'jobs'>[number];

/** Unfinished jobs and dead letters of the customer. */
export function CustomerJobs({ jobs }: { jobs: readonly Job[] }) {
  const { title, empty, columns, waiting, relayed, deadLetters } = messages.jobs;
  return (
    <CustomerSectionRows
      label={title}
      empty={empty}
      keyOf={keyById}
      rows={jobs}
      columns={[
        { id: 'name', label: columns.name, cell: ({ name }) => <JobLabelAndName name={name} /> },
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
                <MutedText>{why}</MutedText>
              </>
            ),
        },
      ]}
    />
  );
}
