import { sourceLabel } from '@ve/domain/vehicle/record/source-messages';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { ViewingItem } from '@ve/domain/report/viewing/viewing-item';
import { viewingList } from '@ve/domain/report/viewing/viewing-list';
import type { ReportInput } from '@ve/domain/vehicle/record/report-input';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Row, Section, Stack } from '@ve/ui/layout/layout';
import { MutedText, Text } from '@ve/ui/text/text';
import { media } from '@ve/ui/theme/theme';
import { Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { FoldableDetails } from '../fold.tsx';
import { useIsSampleReport } from '../kind/report-kind.ts';
import { SourceAndTime } from '../sample/source-and-time.tsx';
import { ReportCard } from '../sample/sample.tsx';
import { viewingMessages as messages } from './messages.en-gb.ts';
import { ViewingNoteField } from './note-field.tsx';
import { maxWholeCarNoteLength } from './notes.ts';
import { useViewingNotes, type ViewingNotes } from './notes-store.ts';
import { useIsOnline } from './use-is-online.ts';
import { ViewingChecklist } from './viewing-items.tsx';

const OnScreen = styled.div`
  ${media.print} {
    display: none;
  }
`;

/** The items of the car's own record that are shown at once; the others of its ten are folded. */
const shownChecks = 2;
const shownQuestions = 1;

interface ViewingSectionProps extends ReportInput {
  /** What the car should look like. */
  children?: ReactNode;
}

/**
 * The checklist for the viewing: items to check and to ask, with notes that stay in the browser. Items that apply to
 * every car are folded if this car's own record has any. This chunk contains all it needs, so it works without a
 * connection.
 */
export function ViewingSection({ record, fullCheck, today, children }: ViewingSectionProps) {
  const isSample = useIsSampleReport();
  const { checks, questions } = useMemo(() => viewingList({ record, fullCheck, today }), [record, fullCheck, today]);
  const viewingNotes = useViewingNotes(record.registration, isSample);
  const { notes, change } = viewingNotes;
  const all = [...checks, ...questions];
  const isTicked = ({ id }: ViewingItem) => notes?.ticked.includes(id) ?? false;
  const own = all.some(isOwn);
  const first = (items: readonly ViewingItem[], count: number) => (own ? items.filter(isOwn).slice(0, count) : items);
  const shown = new Set([...first(checks, shownChecks), ...first(questions, shownQuestions)]);
  const folded = [
    { summary: messages.more, holds: (item: ViewingItem) => isOwn(item) && !shown.has(item) },
    { summary: messages.general, holds: (item: ViewingItem) => !isOwn(item) && !shown.has(item) },
  ];
  return (
    <Section title={messages.title}>
      <ReportCard $padding={16}>
        <Stack $gap={8}>
          <Sources record={record} isHistoryKnown={own} />
          <Text {...(notes === null ? { 'data-screen': '' } : {})}>
            <strong>{messages.progress(all.filter(isTicked).length, all.length)}</strong>
            {notes === null ? null : ` ${messages.taken(notes.takenOn, notes.changedOn)}`}
          </Text>
          <State kept={viewingNotes} />
          <ViewingChecklist
            title={messages.checks}
            items={checks.filter((item) => shown.has(item))}
            kept={viewingNotes}
          />
          <ViewingChecklist
            title={messages.questions}
            items={questions.filter((item) => shown.has(item))}
            kept={viewingNotes}
          />
          <div>
            {folded.map(({ summary, holds }) => {
              const held = all.filter(holds);
              return held.length === 0 ? null : (
                <FoldableDetails key={summary(0, 0)} summary={summary(held.length, held.filter(isTicked).length)}>
                  <ViewingChecklist title={messages.moreChecks} items={checks.filter(holds)} kept={viewingNotes} />
                  <ViewingChecklist
                    title={messages.moreQuestions}
                    items={questions.filter(holds)}
                    kept={viewingNotes}
                  />
                </FoldableDetails>
              );
            })}
            {children}
            <FoldableDetails summary={messages.note.fold}>
              <ViewingNoteField
                label={messages.note.free}
                hint={messages.note.freeHint}
                kept={notes?.free ?? ''}
                maxLength={maxWholeCarNoteLength}
                onChange={(text) => change({ kind: 'free', text })}
              />
              <MutedText data-screen="">{isSample ? messages.notSampled : messages.kept}</MutedText>
            </FoldableDetails>
          </div>
          <UsedSources items={all} />
          {isSample ? null : <Removal kept={viewingNotes} />}
        </Stack>
      </ReportCard>
    </Section>
  );
}

const isOwn = ({ of }: ViewingItem): boolean => of === 'this-car';

/** The sources of the list, with their times. */
function UsedSources({ items }: { items: readonly ViewingItem[] }) {
  const sources = new Map(items.flatMap(({ from }) => (from === null ? [] : [[from.source, from.at] as const])));
  return (
    <MutedText>
      {[...sources].map(([source, at], index) => (
        <Fragment key={source}>
          {index === 0 ? null : ' · '}
          <SourceAndTime source={source} at={at} />
        </Fragment>
      ))}
    </MutedText>
  );
}

/** The sources that are missing from the list. */
function Sources({ record, isHistoryKnown }: { record: VehicleRecord; isHistoryKnown: boolean }) {
  const sections = [record.licensing, record.testing, record.specification];
  const namesOf = (state: string) =>
    sections.filter((section) => section.state === state).map(({ source }) => sourceLabel(source));
  const asking = namesOf('asking');
  const silent = namesOf('unavailable');
  return (
    <>
      {isHistoryKnown || asking.length > 0 ? null : <Text>{messages.onlyEvery}</Text>}
      {asking.length === 0 ? null : <MutedText>{messages.awaited(asking)}</MutedText>}
      {silent.length === 0 ? null : <MutedText>{messages.lacking(silent)}</MutedText>}
    </>
  );
}

/** What happened to the connection and the storage, if anything did. */
function State({ kept: { notRetained } }: { kept: ViewingNotes }) {
  const isSample = useIsSampleReport();
  const isOnline = useIsOnline();
  const isStored = !isSample && notRetained === null;
  return (
    <OnScreen>
      <Stack $gap={12}>
        <div role="status">
          {isOnline ? null : (
            <Banner tone="info" title={messages.offline.title}>
              {isStored ? messages.offline.kept : messages.offline.unsavedText}
            </Banner>
          )}
        </div>
        {notRetained === null ? null : (
          <Banner tone="warn" role="alert" title={messages.notRetained[notRetained].title}>
            {messages.notRetained[notRetained].text}
          </Banner>
        )}
      </Stack>
    </OnScreen>
  );
}

function Removal({ kept: { notes, others, remove } }: { kept: ViewingNotes }) {
  const [undo, setUndo] = useState<(() => void) | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    // The pressed button was removed: the undo button that replaces it takes the focus.
    if (isPressed.current) box.current?.querySelector('button')?.focus();
    isPressed.current = false;
  }, [undo]);
  const removing = (which: 'this' | 'all') => () => {
    isPressed.current = true;
    const back = remove(which);
    setUndo(() => back);
  };
  return (
    <OnScreen ref={box}>
      <Row role="status">
        {undo === null || notes !== null ? null : (
          <>
            <Text as="span">{messages.remove.done}</Text>
            <Button
              variant="secondary"
              onClick={() => {
                isPressed.current = true;
                undo();
                setUndo(null);
              }}
            >
              {messages.remove.undo}
            </Button>
          </>
        )}
      </Row>
      <Row>
        {notes === null ? null : (
          <Button variant="secondary" onClick={removing('this')}>
            {messages.remove.this}
          </Button>
        )}
        {others === 0 ? null : (
          <Button variant="secondary" onClick={removing('all')}>
            {notes === null ? messages.remove.others(others) : messages.remove.all(others)}
          </Button>
        )}
      </Row>
    </OnScreen>
  );
}
