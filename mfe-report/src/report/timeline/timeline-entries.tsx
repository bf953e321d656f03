import ChevronDown from 'lucide-react/icons/chevron-down';
import type { HistoryEvent } from '@ve/domain/report/history/history-event';
import type { HistoryFinding } from '@ve/domain/report/history/history-finding';
import { sourceLabel } from '@ve/domain/vehicle/record/source-messages';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { Icon } from '@ve/ui/icon/icon';
import { StatusBadge } from '@ve/ui/status/status';
import { MutedText } from '@ve/ui/text/text';
import { colour, fontSize, media, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { useIsSampleReport } from '../kind/report-kind.ts';
import { timelineMessages } from './messages.en-gb.ts';

/** A timeline with more events is folded by year. */
const maxExpanded = 15;

const Line = styled.ol`
  display: grid;
  margin-left: 6px;
  border-left: 2px solid ${colour('line')};
`;

const levels: Record<HistoryEvent['level'], string> = {
  plain: colour('brand'),
  look: colour('warn'),
  bad: colour('fail'),
};

const Item = styled.li<{ $level: HistoryEvent['level'] }>`
  position: relative;
  padding: ${space[8]} 0 ${space[8]} ${space[16]};
  &::before {
    content: '';
    position: absolute;
    top: calc(${space[8]} + 0.5em);
    left: -7px;
    width: 12px;
    height: 12px;
    border: 2px solid ${colour('surface')};
    border-radius: ${({ $level }) => ($level === 'bad' ? '2px' : '50%')};
    background: ${({ $level }) => levels[$level]};
    transform: ${({ $level }) => ($level === 'bad' ? 'rotate(45deg)' : 'none')};
    print-color-adjust: exact;
    forced-color-adjust: none;
  }
  time {
    color: ${colour('muted')};
    font-size: ${fontSize[14]};
    font-variant-numeric: tabular-nums;
  }
  ${media.print} {
    break-inside: avoid;
  }
`;

const Title = styled.div`
  font-weight: 600;
  overflow-wrap: anywhere;
`;

const Named = styled.li`
  display: grid;
  justify-items: start;
  gap: ${space[4]};
  margin: ${space[4]} 0 ${space[8]} ${space[16]};
  padding-left: ${space[12]};
  border-left: 3px solid ${colour('line-strong')};
  ${media.print} {
    break-inside: avoid;
  }
`;

const Years = styled.ol`
  display: grid;
`;

const Year = styled.details`
  border-bottom: 1px solid ${colour('line')};
  & > summary {
    display: flex;
    align-items: center;
    gap: ${space[8]};
    min-height: 2.75rem;
    color: ${colour('brand')};
    font-weight: 600;
  }
  &[open] {
    padding-bottom: ${space[8]};
  }
  &[open] > summary svg {
    rotate: 180deg;
  }
  ${media.print} {
    &::details-content {
      display: block;
      content-visibility: visible;
      block-size: auto;
    }
  }
`;

export interface TimelineEntriesProps {
  /** The events that are shown, oldest first. */
  events: readonly HistoryEvent[];
  findings: readonly HistoryFinding[];
  /** All events, also hidden ones, as the basis of findings. */
  all: readonly HistoryEvent[];
}

/** The timeline: events oldest first, each finding after the last of its events; a long one is folded by year. */
export function TimelineEntries({ events, findings, all }: TimelineEntriesProps) {
  const named = namedAfter(events, findings);
  const rows = (some: readonly HistoryEvent[]) =>
    some.flatMap((event) => [
      <EventItem key={event.id} event={event} />,
      ...(named.get(event.id) ?? []).map((finding) => (
        <FindingItem key={`${event.id} ${finding.words}`} finding={finding} all={all} />
      )),
    ]);
  if (events.length <= maxExpanded) {
    return (
      <Line role="list" aria-label={timelineMessages.line}>
        {rows(events)}
      </Line>
    );
  }
  return (
    <Years role="list" aria-label={timelineMessages.line}>
      {byYear(events, named).map(({ from, to, isOpen, members }) => (
        <li key={from}>
          <Year open={isOpen}>
            <summary>
              {timelineMessages.years(from, to, members.length)}
              <Icon glyph={ChevronDown} size={16} />
            </summary>
            <Line role="list">{rows(members)}</Line>
          </Year>
        </li>
      ))}
    </Years>
  );
}

interface Fold {
  from: string;
  to: string;
  isOpen: boolean;
  members: HistoryEvent[];
}

/** The kinds of events that every car has every year. */
const routine = new Set<HistoryEvent['kind']>(['test', 'keeper', 'log-book']);

/**
 * Folds the events by year. The first and the last year and years with more than routine are open; the quiet years
 * between are one fold.
 */
function byYear(events: readonly HistoryEvent[], named: ReadonlyMap<string, unknown>): Fold[] {
  const years = [...new Set(events.map(({ date }) => date.slice(0, 4)))];
  const folds: Fold[] = [];
  for (const [index, year] of years.entries()) {
    const members = events.filter(({ date }) => date.startsWith(year));
    const shouldNotify = members.some(({ id, kind, level }) => level === 'bad' || named.has(id) || !routine.has(kind));
    const isOpen = shouldNotify || index === 0 || index === years.length - 1;
    const before = folds.at(-1);
    if (!isOpen && before?.isOpen === false) {
      before.to = year;
      before.members.push(...members);
    } else folds.push({ from: year, to: year, isOpen, members });
  }
  return folds;
}

/** The findings by the last visible one of their events; a finding without visible events is hidden. */
function namedAfter(
  events: readonly HistoryEvent[],
  findings: readonly HistoryFinding[],
): Map<string, HistoryFinding[]> {
  const shown = new Set(events.map(({ id }) => id));
  const named = new Map<string, HistoryFinding[]>();
  for (const finding of findings) {
    const last = finding.rests.findLast((id) => shown.has(id));
    if (last !== undefined) named.set(last, [...(named.get(last) ?? []), finding]);
  }
  return named;
}

function EventItem({ event }: { event: HistoryEvent }) {
  const isSample = useIsSampleReport();
  const { title, detail, level, source, isFromCheck } = event;
  const name = isFromCheck ? `${sourceLabel(source)}, ${timelineMessages.fromCheck}` : sourceLabel(source);
  return (
    <Item $level={level} data-kind={event.kind}>
      <Day event={event} />
      <Title>{title}</Title>
      {detail === null ? null : <div>{detail}</div>}
      {isSample ? null : <MutedText as="div">{name}</MutedText>}
    </Item>
  );
}

function Day({ event: { date, precision } }: { event: HistoryEvent }) {
  return precision === 'day' ? (
    <time dateTime={date}>{formatDate(date)}</time>
  ) : (
    <time dateTime={date.slice(0, 7)}>{monthOf(date)}</time>
  );
}

/** Formats a date as `May 2016`. */
const monthOf = (date: string): string => formatDate(date).replace(/^\d+ /, '');

function FindingItem({ finding, all }: { finding: HistoryFinding; all: readonly HistoryEvent[] }) {
  const { kind, level, words, rests } = finding;
  const events = all.filter(({ id }) => rests.includes(id));
  const listed = events.map(({ title, date }) => `${title}, ${formatDate(date)}`).join('; ');
  return (
    <Named data-finding={kind}>
      <StatusBadge tone={level === 'bad' ? 'fail' : 'warn'}>{timelineMessages.kinds[kind]}</StatusBadge>
      <strong>{words}.</strong>
      <MutedText as="div">{timelineMessages.rests(listed)}</MutedText>
      {kind === 'gap' ? <MutedText as="div">{timelineMessages.offRoad}</MutedText> : null}
    </Named>
  );
}
