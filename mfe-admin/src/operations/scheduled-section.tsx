import type { ScheduledJob } from '@ve/contracts/http/operations/admin-operations';
import { Stack } from '@ve/ui/layout/layout';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { StatusBadge } from '@ve/ui/status/status';
import type { TableColumn } from '@ve/ui/table/table';
import { MutedText, Text } from '@ve/ui/text/text';
import { formatDuration } from '../platform/duration.ts';
import { scheduledJobLabel } from '../platform/labels.ts';
import { CollapsibleTable } from './collapsible-table.tsx';
import { messages } from './messages.en-gb.ts';
import { useScheduledJobs } from './operations.query.ts';
import { OperationsSection } from './operations-section.tsx';

const secondsBetween = (from: string, to: string | number): number =>
  (new Date(to).getTime() - new Date(from).getTime()) / 1_000;

/** The time until the next run as text, by the browser's clock. */
const untilNext = ({ nextRunAt }: ScheduledJob): string => {
  const seconds = -secondsBetween(nextRunAt, Date.now());
  return seconds < 1 ? messages.due : messages.withDeadline(formatDuration(seconds));
};

function Ended({ job: { state, failures, why } }: { job: ScheduledJob }) {
  if (state === 'planned') return <StatusBadge tone="unknown">{messages.never}</StatusBadge>;
  if (state === 'ok') return <StatusBadge tone="pass">{messages.ok}</StatusBadge>;
  return (
    <Stack $gap={4} $align="start">
      <StatusBadge tone={state === 'late' ? 'warn' : 'fail'}>
        {state === 'late' ? messages.late : messages.failing(failures)}
      </StatusBadge>
      <span>{why ?? messages.lateText}</span>
    </Stack>
  );
}

const columns: readonly TableColumn<ScheduledJob>[] = [
  { id: 'job', label: messages.job, cell: ({ name }) => scheduledJobLabel(name) },
  { id: 'every', label: messages.every, numeric: true, cell: ({ everySeconds }) => formatDuration(everySeconds) },
  {
    id: 'last',
    label: messages.lastRun,
    cell: ({ startedAt, endedAt }) =>
      startedAt === null || endedAt === null ? (
        messages.never
      ) : (
        <>
          <RelativeTime at={endedAt} />
          <MutedText>{messages.took(formatDuration(secondsBetween(startedAt, endedAt)))}</MutedText>
        </>
      ),
  },
  { id: 'ended', label: messages.ended, cell: (job) => <Ended job={job} /> },
  { id: 'next', label: messages.nextRun, cell: untilNext },
];

export function ScheduledJobsSection() {
  return (
    <OperationsSection title={messages.scheduled} query={useScheduledJobs()}>
      {({ jobs }) =>
        jobs.length === 0 ? (
          <Text>{messages.scheduledEmpty}</Text>
        ) : (
          <CollapsibleTable
            label={messages.scheduled}
            columns={columns}
            rows={jobs}
            keyOf={({ name }) => name}
            isUneventful={({ state }) => state === 'ok' || state === 'planned'}
            quiet={messages.quietJobs}
          />
        )
      }
    </OperationsSection>
  );
}
