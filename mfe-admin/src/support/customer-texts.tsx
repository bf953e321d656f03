import { formatMobile } from '@ve/domain/kernel/phone/format-mobile';
import type { StatusTone } from '@ve/ui/status/status';
import { Text } from '@ve/ui/text/text';
import type { CustomerFilePart } from './cells.tsx';
import { CustomerMessageRows } from './customer-message-rows.tsx';
import { messages } from './messages.en-gb.ts';

const tones: Record<CustomerFilePart<'texts'>['texts'][number]['state'], StatusTone> = {
  waiting: 'info',
  sent: 'info',
  delivered: 'pass',
  failed: 'fail',
  skipped: 'unknown',
  unconfirmed: 'unknown',
};

/** Text messages of the last months with their receipts, and whether the customer wants them. */
export function CustomerTextMessages({ texts: { texts, on, phone } }: { texts: CustomerFilePart<'texts'> }) {
  const labels = messages.texts;
  return (
    <>
      <Text>
        {on ? labels.on : labels.off}{' '}
        {phone === null ? labels.noPhone : labels.phone(formatMobile(phone.number), labels.phones[phone.state])}
      </Text>
      <CustomerMessageRows rows={texts} labels={labels} tones={tones} toOf={formatMobile} />
    </>
  );
}
