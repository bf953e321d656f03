import type { PaymentList as Payments } from '@ve/contracts/http/membership/report-and-payment-lists';
import { formatMoney } from '@ve/domain/kernel/money/format-money';
import { formatDateShort } from '@ve/domain/kernel/time/format-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { Section } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { MutedText, Text } from '@ve/ui/text/text';
import { media, space } from '@ve/ui/theme/theme';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { styled } from 'styled-components';
import { useAccountPayments } from '../../platform/account.query.ts';
import { messages } from '../messages.en-gb.ts';
import { LoadedList, ListRows } from '../../platform/list-states.tsx';

const labels = messages.payments;

const Payment = styled.div`
  display: grid;
  grid-template-columns: 6rem minmax(min-content, 1fr) auto;
  align-items: baseline;
  gap: ${space[4]} ${space[16]};
  font-variant-numeric: tabular-nums;
  ${media.enlarged} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Amount = styled.div`
  text-align: right;
`;

function Row({ payment }: { payment: Payments['payments'][number] }) {
  const { kind, amount, currency, refunded, paidAt, receiptUrl } = payment;
  return (
    <Payment>
      <time dateTime={paidAt}>{formatDateShort(londonDate(new Date(paidAt)))}</time>
      <div>
        {labels.kinds[kind]}
        {receiptUrl === null ? null : (
          <div>
            <TextLink href={receiptUrl} target="_blank" rel="noopener noreferrer">
              {labels.receipt} <VisuallyHidden>{labels.newTab}</VisuallyHidden>
            </TextLink>
          </div>
        )}
      </div>
      <Amount>
        <strong>{formatMoney(amount, currency)}</strong>
        {refunded > 0 ? <MutedText>{labels.refunded(formatMoney(refunded, currency))}</MutedText> : null}
      </Amount>
    </Payment>
  );
}

/** The user's charges, newest first, with receipts and refunds. */
export function PaymentList({ userId }: { userId: string }) {
  const query = useAccountPayments(userId);
  return (
    <Section title={labels.title}>
      <LoadedList query={query} labels={labels}>
        {(payments) =>
          payments.length === 0 ? (
            <Text>{labels.empty}</Text>
          ) : (
            <ListRows>
              {payments.map((payment) => (
                <li key={payment.id}>
                  <Row payment={payment} />
                </li>
              ))}
            </ListRows>
          )
        }
      </LoadedList>
    </Section>
  );
}
