import type { QueueStatus } from '@ve/contracts/http/operations/admin-operations';
import { Banner } from '@ve/ui/banner/banner';
import { TextLink } from '@ve/ui/link/link-style';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import type { TableColumn } from '@ve/ui/table/table';
import { CollapsibleTable } from './collapsible-table.tsx';
import { messages } from './messages.en-gb.ts';
import { useQueueStatuses } from './operations.query.ts';
import { OperationsSection } from './operations-section.tsx';

const counted = (id: 'waiting' | 'active' | 'delayed' | 'failed', label: string): TableColumn<QueueStatus> => ({
  id,
  label,
  numeric: true,
  cell: (queue) => queue[id].toLocaleString('en-GB'),
});

const columns: readonly TableColumn<QueueStatus>[] = [
  { id: 'name', label: messages.queue, cell: ({ name }) => name },
  counted('waiting', messages.waiting),
  counted('active', messages.active),
  counted('delayed', messages.delayed),
  counted('failed', messages.failedJobs),
  {
    id: 'oldest',
    label: messages.oldest,
    cell: ({ oldestWaitingAt: at }) => (at === null ? messages.noneWaits : <RelativeTime at={at} />),
  },
];

/** The number of jobs in each queue, with a link to the queues' board. */
export function QueuesSection() {
  return (
    <OperationsSection
      title={messages.queues}
      query={useQueueStatuses()}
      // A page outside of the remotes.
      action={<TextLink href="/admin/queues/">{messages.board}</TextLink>}
    >
      {(data) =>
        data.outcome === 'unreachable' ? (
          <Banner tone="fail" role="alert" title={messages.unreachableTitle}>
            {messages.unreachable}
          </Banner>
        ) : (
          <CollapsibleTable
            label={messages.queues}
            columns={columns}
            rows={data.queues}
            keyOf={({ name }) => name}
            isUneventful={({ waiting, failed }) => waiting + failed === 0}
            quiet={messages.idleQueues}
          />
        )
      }
    </OperationsSection>
  );
}
