import { formatPrice } from '@ve/domain/kernel/money/format-price';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { MutedText } from '@ve/ui/text/text';
import { IdText } from '../platform/id-text.tsx';
import { humanizeKey } from '../platform/labels.ts';
import { keyById, type CustomerFilePart, formatShortDayOfInstant, formatPlateOrNone } from './cells.tsx';
import { messages } from './messages.en-gb.ts';
import { CustomerSectionRows } from './section.tsx';

type Cancellation = CustomerFilePart<'requests'>['cancellations'][number];

const stateOfCancellation = ({ withdrawnAt, finishedAt }: Cancellation): string => {
  const { kept, done, open } = messages.cancellations;
  if (withdrawnAt !== null) return kept;
  return finishedAt === null ? open : done;
};

/** The cancellations, with the promised refund. */
export function CustomerCancellations({ cancellations }: { cancellations: readonly Cancellation[] }) {
  const { title, empty, columns, origins } = messages.cancellations;
  return (
    <CustomerSectionRows
      label={title}
      empty={empty}
      keyOf={keyById}
      rows={cancellations}
      columns={[
        { id: 'at', label: columns.at, cell: ({ requestedAt }) => <RelativeTime at={requestedAt} /> },
        { id: 'by', label: columns.by, cell: ({ origin }) => origins[origin] },
        { id: 'vehicle', label: columns.vehicle, cell: ({ registration }) => formatPlateOrNone(registration) },
        {
          id: 'ends',
          label: columns.ends,
          cell: ({ endsAt }) => (endsAt === null ? messages.none : formatShortDayOfInstant(endsAt)),
        },
        {
          id: 'refund',
          label: columns.refund,
          cell: ({ refundPence, noRefundReason, refundId }) => (
            <>
              {refundPence === 0 ? messages.none : formatPrice(refundPence)}
              {noRefundReason === null ? null : <MutedText>{humanizeKey(noRefundReason)}</MutedText>}
              {refundId === null ? null : (
                <div>
                  <IdText>{refundId}</IdText>
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
