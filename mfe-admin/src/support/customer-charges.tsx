import { formatMoney } from '@ve/domain/kernel/money/format-money';
import { TextLink } from '@ve/ui/link/link-style';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { StatusBadge, type StatusTone } from '@ve/ui/status/status';
import type { TableColumn } from '@ve/ui/table/table';
import { MutedText } from '@ve/ui/text/text';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { IdText } from '../platform/id-text.tsx';
import { keyById, type CustomerFilePart, formatShortDayOfInstant, relativeTimeOrNone } from './cells.tsx';
import { messages } from './messages.en-gb.ts';
import { CustomerSectionRows } from './section.tsx';

type Charge = CustomerFilePart<'charges'>[number];

const disputeTones: Record<NonNullable<Charge['dispute']>, StatusTone> = { open: 'warn', won: 'pass', lost: 'fail' };

function chargeColumns(): TableColumn<Charge>[] {
  const { columns, kinds, until, refundFailed, disputes, receipt, newTab } = messages.charges;
  return [
    { id: 'paid', label: columns.paid, cell: ({ paidAt }) => <RelativeTime at={paidAt} /> },
    {
      id: 'kind',
      label: columns.kind,
      cell: ({ kind, periodEnd, receiptUrl }) => (
        <>
          {kinds[kind]}
          {periodEnd === null ? null : <MutedText>{until(formatShortDayOfInstant(periodEnd))}</MutedText>}
          {receiptUrl === null ? null : (
            <div>
              <TextLink href={receiptUrl} target="_blank" rel="noopener noreferrer">
                {receipt} <VisuallyHidden>{newTab}</VisuallyHidden>
              </TextLink>
            </div>
          )}
        </>
      ),
    },
    { id: 'amount', label: columns.amount, numeric: true, cell: ({ pence, currency }) => formatMoney(pence, currency) },
    {
      id: 'back',
      label: columns.back,
      numeric: true,
      cell: ({ refundedPence, refundedAt, refundFailedAt, currency }) => (
        <>
          {refundedPence === 0 ? messages.none : formatMoney(refundedPence, currency)}
          {refundedAt === null ? null : (
            <div>
              <RelativeTime at={refundedAt} />
            </div>
          )}
          {refundFailedAt === null ? null : <StatusBadge tone="fail">{refundFailed}</StatusBadge>}
        </>
      ),
    },
    {
      id: 'dispute',
      label: columns.dispute,
      cell: ({ dispute, disputedAt }) =>
        dispute === null ? (
          messages.none
        ) : (
          <>
            <StatusBadge tone={disputeTones[dispute]}>{disputes[dispute]}</StatusBadge>
            <div>{relativeTimeOrNone(disputedAt)}</div>
          </>
        ),
    },
    {
      id: 'ids',
      label: columns.ids,
      cell: ({ paymentIntentId, invoiceId }) =>
        [paymentIntentId, invoiceId].map((id) =>
          id === null ? null : (
            <div key={id}>
              <IdText>{id}</IdText>
            </div>
          ),
        ),
    },
  ];
}

/** The charges, refunds and disputes, and how to make a refund. */
export const CustomerCharges = ({ charges }: { charges: CustomerFilePart<'charges'> }) => (
  <>
    <CustomerSectionRows
      label={messages.charges.title}
      empty={messages.charges.empty}
      columns={chargeColumns()}
      rows={charges}
      keyOf={keyById}
    />
    {charges.length === 0 ? null : <MutedText>{messages.charges.rule}</MutedText>}
  </>
);
