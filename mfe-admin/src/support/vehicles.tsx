import { Link } from '@ve/mfe-kit/router';
import { TextLink } from '@ve/ui/link/link-style';
import { Moment } from '@ve/ui/moment/moment';
import { StatusBadge, type Tone } from '@ve/ui/status/status';
import { Muted } from '@ve/ui/text/text';
import { wordsOf } from '../platform/words.ts';
import { byId, type Part, dayOf, momentOr, plateOf } from './cells.tsx';
import { messages } from './messages.en-gb.ts';
import { SectionRows } from './section.tsx';

type Check = Part<'vehicles'>['checks'][number];
type Report = Part<'vehicles'>['reports'][number];

const checkTones: Record<Check['status'], Tone> = { queued: 'info', running: 'info', done: 'pass', failed: 'fail' };

/** Full checks, with what became of their credits. */
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
              {failure === null ? null : <Muted>{wordsOf(failure)}</Muted>}
            </>
          ),
        },
        { id: 'asked', label: columns.asked, cell: ({ requestedAt }) => <Moment at={requestedAt} /> },
        { id: 'ended', label: columns.ended, cell: ({ finishedAt }) => momentOr(finishedAt) },
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

/** Saved reports. */
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
        { id: 'saved', label: columns.saved, cell: ({ savedAt }) => <Moment at={savedAt} /> },
      ]}
    />
  );
}
