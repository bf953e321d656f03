import { formatPrice } from '@ve/domain/kernel/money/format-price';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { Muted } from '@ve/ui/text/text';
import { Id } from '../platform/id.tsx';
import { humanize } from '../platform/labels.ts';
import { byId, type CustomerFilePart, dayOf, plateOf } from './cells.tsx';
import { messages } from './messages.en-gb.ts';
import { SectionRows } from './section.tsx';

type Cancellation = CustomerFilePart<'requests'>['cancellations'][number];

const stateOfCancellation = ({ withdrawnAt, finishedAt }: Cancellation): string => {
  const { kept, done, open } = messages.cancellations;
  if (withdrawnAt !== null) return kept;
  return finishedAt === null ? open : done;
};

/** The cancellations, with the promised refund. */
export function Cancellations({ cancellations }: { cancellations: readonly Cancellation[] }) {
  const { title, empty, columns, origins } = messages.cancellations;
  return (
    <SectionRows
      label={title}
      empty={empty}
      keyOf={byId}
      rows={cancellations}
      columns={[
        { id: 'at', label: columns.at, cell: ({ requestedAt }) => <RelativeTime at={requestedAt} /> },
        { id: 'by', label: columns.by, cell: ({ origin }) => origins[origin] },
        { id: 'vehicle', label: columns.vehicle, cell: ({ registration }) => plateOf(registration) },
        { id: 'ends', label: columns.ends, cell: ({ endsAt }) => (endsAt === null ? messages.none : dayOf(endsAt)) },
        {
          id: 'refund',
          label: columns.refund,
          cell: ({ refundPence, noRefundReason, refundId }) => (
            <>
              {refundPence === 0 ? messages.none : formatPrice(refundPence)}
              {noRefundReason === null ? null : <Muted>{humanize(noRefundReason)}</Muted>}
              {refundId === null ? null : (
                <div>
                  <Id>{refundId}</Id>
                </div>
              )}
            </>
          ),
        },
        { id: 'state', label: columns.state, cell: stateOfCancellation },
      ]}
    />
  );
}
