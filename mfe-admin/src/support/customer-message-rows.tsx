import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { StatusBadge, type StatusTone } from '@ve/ui/status/status';
import { humanizeKey } from '../platform/labels.ts';
import { keyById, type CustomerFilePart } from './cells.tsx';
import { messages } from './messages.en-gb.ts';
import { CustomerSectionRows } from './section.tsx';

type Message = CustomerFilePart<'mails'>['mails'][number] | CustomerFilePart<'texts'>['texts'][number];
type State = Message['state'];

interface MessageRowsProps<Row extends Message> {
  rows: readonly Row[];
  labels: {
    title: string;
    empty: string;
    columns: Record<'written' | 'what' | 'to' | 'state' | 'why', string>;
    states: Record<Row['state'], string>;
  };
  tones: Record<Row['state'], StatusTone>;
  toOf?: (recipient: string) => string;
}

export function CustomerMessageRows<Row extends Message>({
  rows,
  labels,
  tones,
  toOf = String,
}: MessageRowsProps<Row>) {
  const { columns } = labels;
  // Indexed by any state of either kind of message.
  const [toneOf, stateOf] = [tones as Record<State, StatusTone>, labels.states as Record<State, string>];
  return (
    <CustomerSectionRows
      label={labels.title}
      empty={labels.empty}
      keyOf={keyById}
      rows={rows}
      columns={[
        { id: 'written', label: columns.written, cell: ({ writtenAt }: Message) => <RelativeTime at={writtenAt} /> },
        { id: 'what', label: columns.what, cell: ({ template }) => humanizeKey(template) },
        { id: 'to', label: columns.to, cell: ({ recipient }) => toOf(recipient) },
        {
          id: 'state',
          label: columns.state,
          cell: ({ state, endedAt }) => (
            <>
              <StatusBadge tone={toneOf[state]}>{stateOf[state]}</StatusBadge>
              {endedAt === null ? null : (
                <div>
                  <RelativeTime at={endedAt} />
                </div>
              )}
            </>
          ),
        },
        { id: 'why', label: columns.why, cell: ({ why }) => (why === null ? messages.none : humanizeKey(why)) },
      ]}
    />
  );
}
