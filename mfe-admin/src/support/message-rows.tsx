import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { StatusBadge, type Tone } from '@ve/ui/status/status';
import { humanize } from '../platform/labels.ts';
import { byId, type CustomerFilePart } from './cells.tsx';
import { messages } from './messages.en-gb.ts';
import { SectionRows } from './section.tsx';

type Message = CustomerFilePart<'mails'>['mails'][number] | CustomerFilePart<'texts'>['texts'][number];
type State = Message['state'];

interface MessageRowsProps<Row extends Message> {
  rows: readonly Row[];
  words: {
    title: string;
    empty: string;
    columns: Record<'written' | 'what' | 'to' | 'state' | 'why', string>;
    states: Record<Row['state'], string>;
  };
  tones: Record<Row['state'], Tone>;
  toOf?: (recipient: string) => string;
}

export function MessageRows<Row extends Message>({ rows, words, tones, toOf = String }: MessageRowsProps<Row>) {
  const { columns } = words;
  // Indexed by any state of either kind of message.
  const [toneOf, stateOf] = [tones as Record<State, Tone>, words.states as Record<State, string>];
  return (
    <SectionRows
      label={words.title}
      empty={words.empty}
      keyOf={byId}
      rows={rows}
      columns={[
        { id: 'written', label: columns.written, cell: ({ writtenAt }: Message) => <RelativeTime at={writtenAt} /> },
        { id: 'what', label: columns.what, cell: ({ template }) => humanize(template) },
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
        { id: 'why', label: columns.why, cell: ({ why }) => (why === null ? messages.none : humanize(why)) },
      ]}
    />
  );
}
