import type { StatusTone } from '@ve/ui/status/status';
import { Text } from '@ve/ui/text/text';
import type { CustomerFilePart } from './cells.tsx';
import { CustomerMessageRows } from './customer-message-rows.tsx';
import { messages } from './messages.en-gb.ts';

const tones: Record<CustomerFilePart<'mails'>['mails'][number]['state'], StatusTone> = {
  queued: 'info',
  sent: 'pass',
  returned: 'fail',
  failed: 'fail',
  skipped: 'unknown',
};

const listFormat = new Intl.ListFormat('en-GB');

/** Mails of the last weeks, with their outcome. */
export function CustomerMails({ mails: { mails, stopped } }: { mails: CustomerFilePart<'mails'> }) {
  const labels = messages.mails;
  return (
    <>
      <Text>
        {stopped.length === 0
          ? labels.notStopped
          : labels.stopped(listFormat.format(stopped.map((stream) => labels.streams[stream])))}
      </Text>
      <CustomerMessageRows rows={mails} labels={labels} tones={tones} />
    </>
  );
}
