import type { HistoryEvent } from '@ve/domain/report/history/history-event';
import { type VehicleTimeline, vehicleTimeline } from '@ve/domain/report/history/vehicle-timeline';
import { sourceLabel } from '@ve/domain/vehicle/record/source-messages';
import type { ReportInput } from '@ve/domain/vehicle/record/report-input';
import { SourceNote, formatSourceTime } from '@ve/ui/fact-list/source-note';
import { PendingSources } from '@ve/ui/fact-list/pending-sources';
import { Section, Stack } from '@ve/ui/layout/layout';
import { standaloneLinkStyle } from '@ve/ui/link/link-style';
import { StatusBadge } from '@ve/ui/status/status';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { Fragment, useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { pendingSources } from '../pending/pending-sources.ts';
import { useIsLiveReport, useIsSampleReport } from '../kind/report-kind.ts';
import { FoldableDetails } from '../fold.tsx';
import { messages } from '../messages.en-gb.ts';
import { ReportCard } from '../sample/sample.tsx';
import { fullCheckSectionId, SectionLink } from '../section-link.tsx';
import { TimelineFilter } from './timeline-filter.tsx';
import { TimelineEntries } from './timeline-entries.tsx';
import { timelineGroupOfEvent, type TimelineGroup, timelineGroups, timelineMessages } from './messages.en-gb.ts';

const CheckLink = styled(SectionLink)`
  ${standaloneLinkStyle}
`;

const Others = styled.ul`
  && {
    padding-left: 1.2em;
    list-style: disc;
  }
`;

/** The events of the vehicle as a timeline, which names gaps and clusters at their positions. */
export function TimelineSection({ record, fullCheck, today }: ReportInput) {
  const story = useMemo(() => vehicleTimeline({ record, fullCheck, today }), [record, fullCheck, today]);
  const asking = pendingSources(record);
  return (
    <Section title={timelineMessages.title}>
      <ReportCard $padding={16}>
        <Stack $gap={8}>
          {asking.length === 0 ? null : <PendingSources sources={asking} />}
          {story.events.length > 0 ? (
            <Line story={story} />
          ) : asking.length > 0 ? null : story.missing === null ? (
            <Text>{timelineMessages.empty}</Text>
          ) : (
            <div>
              <StatusBadge tone="unknown">{messages.notAvailable}</StatusBadge>
            </div>
          )}
          <NotPlacedList story={story} />
          {story.missing === null || asking.length > 0 ? null : (
            <MutedText>
              {timelineMessages.missing} {story.missing}
            </MutedText>
          )}
          {story.events.length > 0 ? null : <OfTheCheck check={story.check} />}
          <SourcesOf events={story.events} />
        </Stack>
      </ReportCard>
    </Section>
  );
}

/** MOT tests: on most timelines they are most of the events. */
const hiddenAtFirst: ReadonlySet<TimelineGroup> = new Set(['tests']);

function Line({ story: { events, findings, undatedEntries, check, missing } }: { story: VehicleTimeline }) {
  const labels = timelineMessages;
  const kinds = timelineGroups
    .map((group) => ({ group, events: events.filter(({ kind }) => timelineGroupOfEvent[kind] === group).length }))
    .filter(({ events: number }) => number > 0);
  const [hidden, setHidden] = useState<ReadonlySet<TimelineGroup>>(hiddenAtFirst);
  // Tests have a section of their own. Without anything else, they are the timeline.
  const isHidden = (group: TimelineGroup) => kinds.length > 1 && hidden.has(group);
  const testIds = new Set(events.filter(({ kind }) => timelineGroupOfEvent[kind] === 'tests').map(({ id }) => id));
  // What stands out in the tests themselves is shown at the last of them, without the others.
  const marked = new Set(
    findings.filter(({ rests }) => rests.every((id) => testIds.has(id))).map(({ rests }) => rests.at(-1)),
  );
  const isShown = ({ id, kind }: HistoryEvent) => {
    const group = timelineGroupOfEvent[kind];
    return group === null || !isHidden(group) || marked.has(id);
  };
  const shown = events.filter(isShown);
  return (
    <>
      <Text>
        {findings.length > 0
          ? labels.standsOut(findings.length)
          : missing === null
            ? labels.nothingStandsOut(check.state, undatedEntries.length > 0)
            : labels.notAllAnswered}
      </Text>
      {findings.length === 0 ? null : (
        <Others aria-label={labels.findings}>
          {findings.map(({ words: finding }, index) => (
            // Two findings may have the same text.
            <li key={index}>{finding}.</li>
          ))}
        </Others>
      )}
      <FoldableDetails summary={labels.fold(events)}>
        {kinds.length < 2 ? null : <TimelineFilter kinds={kinds} hidden={hidden} onChange={setHidden} />}
        {/* Print leaves out the events that are in other lists. */}
        <MutedText role="status" data-screen="">
          {labels.shown(shown.length, events.length)}
        </MutedText>
        {shown.length === 0 ? (
          <Text>{labels.noneShown}</Text>
        ) : (
          <TimelineEntries events={shown} findings={findings} all={events} />
        )}
        <OfTheCheck check={check} />
      </FoldableDetails>
    </>
  );
}

function NotPlacedList({ story: { undatedEntries } }: { story: VehicleTimeline }) {
  if (undatedEntries.length === 0) return null;
  return (
    <Stack $gap={8}>
      <Heading level={3} size="s">
        {timelineMessages.undatedEntries}
      </Heading>
      <Others>
        {undatedEntries.map(({ why, words, source }, index) => (
          <li key={index}>
            {words} ({sourceLabel(source)}: {timelineMessages.why[why]})
          </li>
        ))}
      </Others>
    </Stack>
  );
}

/** The events that only a full check shows, before there is one; or why it shows none, if it failed. */
function OfTheCheck({ check }: Pick<VehicleTimeline, 'check'>) {
  const isLive = useIsLiveReport();
  if (check.state === 'told') return null;
  if (check.state === 'missing' || check.state === 'partly') {
    return (
      <MutedText>
        {check.state === 'partly' ? timelineMessages.partlyTold : timelineMessages.notTold} {check.why}
      </MutedText>
    );
  }
  return (
    <div data-locked="">
      <Text>{timelineMessages.locked}</Text>
      {isLive ? <CheckLink to={{ id: fullCheckSectionId, tab: 'vdi' }}>{timelineMessages.toCheck}</CheckLink> : null}
    </div>
  );
}

/** Each source once, with the time it was read. */
function SourcesOf({ events }: { events: readonly HistoryEvent[] }) {
  const isSample = useIsSampleReport();
  // The record and the full check are often read in the same minute.
  const read = new Map(events.map(({ source, at }) => [`${source} ${formatSourceTime(at)}`, { source, at }]));
  if (isSample || read.size === 0) return null;
  return (
    <MutedText>
      {[...read].map(([key, { source, at }], index) => (
        <Fragment key={key}>
          {index === 0 ? null : ' · '}
          <SourceNote source={source} at={at} />
        </Fragment>
      ))}
    </MutedText>
  );
}
