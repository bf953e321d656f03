import NotebookPen from 'lucide-react/icons/notebook-pen';
import { sourceLabel } from '@ve/domain/vehicle/record/source-messages';
import type { ViewingItem } from '@ve/domain/report/viewing/viewing-item';
import { Button } from '@ve/ui/button/button';
import { Checkbox } from '@ve/ui/checkbox/checkbox';
import { Icon } from '@ve/ui/icon/icon';
import { Heading } from '@ve/ui/text/text';
import { colour, fontSize, media, space } from '@ve/ui/theme/theme';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { useIsSampleReport } from '../kind/report-kind.ts';
import { viewingMessages } from './messages.en-gb.ts';
import { ViewingNoteField } from './note-field.tsx';
import { maxViewingNoteLength } from './notes.ts';
import type { ViewingNotes } from './notes-store.ts';

const List = styled.ol`
  display: grid;
  & > li {
    display: grid;
    padding-block: ${space[4]} ${space[8]};
    border-top: 1px solid ${colour('line')};
  }
  ${media.print} {
    display: block;
    columns: 2;
    column-gap: ${space[24]};
    & > li {
      padding-block: ${space[4]};
      break-inside: avoid;
      font-size: 9pt;
    }
    & > li label {
      min-height: 0;
      padding-block: 0;
    }
    & > li input {
      width: 1rem;
      height: 1rem;
    }
  }
`;

/** The item, and at its end the button for a note. */
const Head = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: start;
  & > button {
    margin-right: -${space[12]};
    padding-inline: ${space[12]};
    ${media.print} {
      display: none;
    }
  }
`;

/** Next to the checkbox; on a narrow phone below it. */
const Below = styled.div`
  display: grid;
  gap: ${space[4]};
  padding-left: calc(1.5rem + ${space[12]});
  overflow-wrap: anywhere;
  ${media.narrow} {
    padding-left: 0;
  }
  ${media.print} {
    padding-left: calc(1rem + ${space[12]});
  }
`;

/** In the colour of text: muted text is hard to read in sunlight. */
const Why = styled.p<{ $isGeneral: boolean }>`
  font-size: ${fontSize[14]};
  ${media.print} {
    display: ${({ $isGeneral }) => ($isGeneral ? 'none' : 'block')};
    font-size: 8pt;
  }
`;

const Source = styled.span`
  color: ${colour('muted')};
`;

const What = styled.span`
  font-weight: 600;
  overflow-wrap: anywhere;
`;

interface ViewingItemsProps {
  title: string;
  items: readonly ViewingItem[];
  kept: ViewingNotes;
}

/** A checklist, each item with its reason and a note. */
export function ViewingChecklist({ title, items, kept }: ViewingItemsProps) {
  const titleId = useId();
  if (items.length === 0) return null;
  return (
    <div>
      <Heading level={3} size="s" id={titleId}>
        {title}
      </Heading>
      <List role="list" aria-labelledby={titleId}>
        {items.map((item) => (
          <Item key={item.id} item={item} kept={kept} />
        ))}
      </List>
    </div>
  );
}

/** The start of a text up to its first pause: enough to distinguish notes when they are read out. */
const begins = (text: string): string => /^.+?(?=[,.:;](?:\s|$))/.exec(text)?.[0] ?? text;

function Item({
  item: { id, text, why, of, from },
  kept: { notes, change },
}: {
  item: ViewingItem;
  kept: ViewingNotes;
}) {
  const boxId = useId();
  const whyId = `${boxId}-why`;
  const isSample = useIsSampleReport();
  const labels = viewingMessages.note;
  const note = notes?.notes.find((each) => each.id === id)?.text ?? '';
  const [isOpened, setIsOpened] = useState(false);
  const isNoteShown = isOpened || note !== '';
  return (
    <li>
      <Head>
        <Checkbox
          id={boxId}
          label={<What>{text}</What>}
          checked={notes?.ticked.includes(id) ?? false}
          onChange={(on) => change({ kind: 'tick', id, on })}
          describedBy={whyId}
        />
        {isNoteShown ? null : (
          <Button variant="quiet" title={labels.add} onClick={() => setIsOpened(true)}>
            <Icon glyph={NotebookPen} />
            <VisuallyHidden>
              {labels.add}
              {labels.on(begins(text))}
            </VisuallyHidden>
          </Button>
        )}
      </Head>
      <Below>
        <Why id={whyId} $isGeneral={of === 'every-car'}>
          {of === 'every-car' ? `${viewingMessages.everyCar} ` : null}
          {why}
          {from === null || isSample ? null : <Source> {sourceLabel(from.source)}</Source>}
        </Why>
        {isNoteShown ? (
          <ViewingNoteField
            label={
              <>
                {labels.label}
                <VisuallyHidden>{labels.on(begins(text))}</VisuallyHidden>
              </>
            }
            kept={note}
            maxLength={maxViewingNoteLength}
            autoFocus={isOpened}
            onChange={(typed) => {
              // A note that was emptied stays open while it is edited.
              setIsOpened(true);
              change({ kind: 'note', id, text: typed });
            }}
          />
        ) : null}
      </Below>
    </li>
  );
}
