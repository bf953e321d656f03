import { Link } from '@ve/mfe-kit/router';
import { TextLink } from '@ve/ui/link/link-style';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { StatusBadge, type StatusTone } from '@ve/ui/status/status';
import { MutedText } from '@ve/ui/text/text';
import { humanizeKey } from '../platform/labels.ts';
import {
  keyById,
  type CustomerFilePart,
  formatShortDayOfInstant,
  relativeTimeOrNone,
  formatPlateOrNone,
} from './cells.tsx';
import { messages } from './messages.en-gb.ts';
import { CustomerSectionRows } from './section.tsx';

type Check = CustomerFilePart<'vehicles'>['checks'][number];
type Report = CustomerFilePart<'vehicles'>['reports'][number];

const checkTones: Record<Check['status'], StatusTone> = {
  queued: 'info',
  running: 'info',
  done: 'pass',
  failed: 'fail',
};

/** Full checks, with the state of their credits. */
export function CustomerFullChecks({ checks }: { checks: readonly Check[] }) {
  const { title, empty, columns, states, creditBack, creditUsed } = messages.checks;
  return (
    <CustomerSectionRows
      label={title}
      empty={empty}
      keyOf={keyById}
      rows={checks}
      columns={[
        { id: 'vehicle', label: columns.vehicle, cell: ({ registration }) => formatPlateOrNone(registration) },
        {
          id: 'state',
          label: columns.state,
          cell: ({ status, failure }) => (
            <>
              <StatusBadge tone={checkTones[status]}>{states[status]}</StatusBadge>
              {failure === null ? null : <MutedText>{humanizeKey(failure)}</MutedText>}
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
              <MutedText>{messages.charges.until(formatShortDayOfInstant(periodEnd))}</MutedText>
            </>
          ),
        },
      ]}
    />
  );
}

export function CustomerReports({ reports }: { reports: readonly Report[] }) {
  const { title, empty, columns } = messages.reports;
  return (
    <CustomerSectionRows
      label={title}
      empty={empty}
      keyOf={keyById}
      rows={reports}
      columns={[
        {
          id: 'vehicle',
          label: columns.vehicle,
          cell: ({ id, registration }) => (
            <TextLink as={Link} to={`/admin/reports/${id}`}>
              {formatPlateOrNone(registration)}
            </TextLink>
          ),
        },
        { id: 'saved', label: columns.saved, cell: ({ savedAt }) => <RelativeTime at={savedAt} /> },
      ]}
    />
  );
}
