import { Moment } from '@ve/ui/moment/moment';
import { StatusBadge, type Tone } from '@ve/ui/status/status';
import { Text } from '@ve/ui/text/text';
import { wordsOf } from '../platform/words.ts';
import { byId, type Part } from './cells.tsx';
import { messages } from './messages.en-gb.ts';
import { SectionRows } from './section.tsx';

type SentText = Part<'texts'>['texts'][number];

const tones: Record<SentText['state'], Tone> = {
  queued: 'info',
  sent: 'info',
  delivered: 'pass',
  failed: 'fail',
  skipped: 'unknown',
};

/** Texts of the last months with their receipts, and whether any are wanted. */
export function Texts({ texts: { texts, on, phone } }: { texts: Part<'texts'> }) {
  const words = messages.texts;
  return (
    <>
      <Text>
        {on ? words.on : words.off}{' '}
        {phone === null ? words.noPhone : words.phone(phone.number, words.phones[phone.state])}
      </Text>
      <SectionRows
        label={words.title}
        empty={words.empty}
        keyOf={byId}
        rows={texts}
        columns={[
          { id: 'written', label: words.columns.written, cell: ({ writtenAt }: SentText) => <Moment at={writtenAt} /> },
          { id: 'what', label: words.columns.what, cell: ({ template }) => wordsOf(template) },
          { id: 'to', label: words.columns.to, cell: ({ recipient }) => recipient },
          {
            id: 'state',
            label: words.columns.state,
            cell: ({ state, endedAt }) => (
              <>
                <StatusBadge tone={tones[state]}>{words.states[state]}</StatusBadge>
                {endedAt === null ? null : (
                  <div>
                    <Moment at={endedAt} />
                  </div>
                )}
              </>
            ),
          },
          { id: 'why', label: words.columns.why, cell: ({ why }) => (why === null ? messages.none : wordsOf(why)) },
        ]}
      />
    </>
  );
}
