import { Link } from '@ve/mfe-kit/router';
import { TextLink } from '@ve/ui/link/link-style';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { StatusBadge, type Tone } from '@ve/ui/status/status';
import { Muted } from '@ve/ui/text/text';
import { humanize } from '../platform/labels.ts';
import { byId, type CustomerFilePart, dayOf, relativeTimeOrNone, plateOf } from './cells.tsx';
import { messages } from './messages.en-gb.ts';
import { SectionRows } from './section.tsx';

type Check = CustomerFilePart<'vehicles'>['checks'][number];
type Report = CustomerFilePart<'vehicles'>['reports'][number];

const checkTones: Record<Check['status'], Tone> = { queued: 'info', running: 'info', done: 'pass', failed: 'fail' };

/** Full checks, with the state of their credits. */
export function Checks({ checks }: { checks: readonly Check[] }) {
  const { title, empty, columns, states, creditBack, creditUsed } = messages.checks;
  return (
    <SectionRows
      label={title}
      empty={empty}
      keyOf={byId}
      rows={checks}
      columns={[
        { id: 'vehicle', label: columns.vehicle, cell: ({ registration }) => plateOf(registration) },
        {
          id: 'state',
          label: columns.state,
          cell: ({ status, failure }) => (
            <>
              <StatusBadge tone={checkTones[status]}>{states[status]}</StatusBadge>
              {failure === null ? null : <Muted>{humanize(failure)}</Muted>}
            </>
          ),
        },
        { id: 'asked', label: columns.asked, cell: ({ requestedAt }) => <RelativeTime at={requestedAt} /> },
        { id: 'ended', label: columns.ended, cell: ({ finishedAt }) => relativeTimeOrNone(finishedAt) },
        {
          id: 'credit',
          label: columns.credit,
          cell: ({ creditReturnedAt, periodEnd }) => (
            <>
              {creditReturnedAt === null ? creditUsed : creditBack}
              <Muted>{messages.charges.until(dayOf(periodEnd))}</Muted>
            </>
          ),
        },
      ]}
    />
  );
}

export function Reports({ reports }: { reports: readonly Report[] }) {
  const { title, empty, columns } = messages.reports;
  return (
    <SectionRows
      label={title}
      empty={empty}
      keyOf={byId}
      rows={reports}
      columns={[
        {
          id: 'vehicle',
          label: columns.vehicle,
          cell: ({ id, registration }) => (
            <TextLink as={Link} to={`/admin/reports/${id}`}>
              {plateOf(registration)}
            </TextLink>
          ),
        },
        { id: 'saved', label: columns.saved, cell: ({ savedAt }) => <RelativeTime at={savedAt} /> },
      ]}
    />
  );
}
