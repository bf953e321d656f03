import { Moment } from '@ve/ui/moment/moment';
import { StatusBadge, type Tone } from '@ve/ui/status/status';
import { Text } from '@ve/ui/text/text';
import { wordsOf } from '../platform/words.ts';
import { byId, type Part } from './cells.tsx';
import { messages } from './messages.en-gb.ts';
import { SectionRows } from './section.tsx';

type Mail = Part<'mails'>['mails'][number];

const mailTones: Record<Mail['state'], Tone> = { queued: 'info', sent: 'pass', failed: 'fail', skipped: 'unknown' };

const listFormat = new Intl.ListFormat('en-GB');

/** Mails of the last weeks, with what became of them. */
export function Mails({ mails: { mails, stopped } }: { mails: Part<'mails'> }) {
  const words = messages.mails;
  return (
    <>
      <Text>
        {stopped.length === 0
          ? words.notStopped
          : words.stopped(listFormat.format(stopped.map((stream) => words.streams[stream])))}
      </Text>
      <SectionRows
        label={words.title}
        empty={words.empty}
        keyOf={byId}
        rows={mails}
        columns={[
          { id: 'written', label: words.columns.written, cell: ({ writtenAt }: Mail) => <Moment at={writtenAt} /> },
          { id: 'what', label: words.columns.what, cell: ({ template }) => wordsOf(template) },
          { id: 'to', label: words.columns.to, cell: ({ recipient }) => recipient },
          {
            id: 'state',
            label: words.columns.state,
            cell: ({ state, endedAt }) => (
              <>
                <StatusBadge tone={mailTones[state]}>{words.states[state]}</StatusBadge>
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
