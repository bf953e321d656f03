import type { DueDateEntry } from '@ve/contracts/http/monitoring/watch';
import type { ReminderKind } from '@ve/domain/monitoring/reminders/reminder';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { sourceLabel, unavailableReasonText } from '@ve/domain/vehicle/record/source-messages';
import { formatDateShort } from '@ve/domain/kernel/time/format-date';
import { daysBetween } from '@ve/domain/kernel/time/london-date';
import { Link } from '@ve/mfe-kit/router';
import { TextLink } from '@ve/ui/link/link-style';
import { StatusBadge, type StatusTone } from '@ve/ui/status/status';
import { MutedText } from '@ve/ui/text/text';
import { colour, media, space } from '@ve/ui/theme/theme';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { styled } from 'styled-components';
import { relativeDaysText } from '../../platform/messages.en-gb.ts';
import { reminderKindNames } from '../watch-names.ts';

const messages = {
  label: 'Next dates',
  notKnown: 'Not known',
  notGiven: 'Not given',
  giveThe: 'Add the',
  date: 'date',
  giveNext: 'Add the next date',
  tax: 'Tax it on GOV.UK',
  from: (of: string, source: string) => `${of} from ${source}`,
  yours: (of: string) => `You gave the ${of} ${of.includes(' ') ? 'dates' : 'date'}.`,
  noneDue: 'None due',
  reading: 'Checking',
  readingFrom: { tax: 'From DVLA: it takes a few minutes.', mot: 'From DVSA: it takes a few minutes.' },
  why: {
    'not-held': 'The register holds no record of this car.',
    sorn: 'Declared off the road (SORN).',
    exported: 'Recorded as exported.',
    scrapped: 'Recorded as scrapped.',
    exempt: 'It may need none.',
  },
};

const taxUrl = 'https://www.gov.uk/vehicle-tax';

const List = styled.ol`
  display: grid;
`;

const Line = styled.li`
  display: grid;
  grid-template-columns: 5.25rem minmax(0, 1fr);
  align-items: baseline;
  gap: ${space[4]} ${space[8]};
  padding-block: ${space[8]};
  & + & {
    border-top: 1px solid ${colour('line')};
  }
  ${media.enlarged} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Kind = styled.span`
  font-weight: 600;
`;

const Value = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: ${space[4]} ${space[12]};
  min-width: 0;
  font-variant-numeric: tabular-nums;
  & > time ~ span {
    margin-left: auto;
  }
`;

/** A date is near within this many days: that of the first reminder. */
const near = 28;

const toneOf = (days: number): StatusTone => (days < 0 ? 'fail' : days <= near ? 'warn' : 'pass');

function reasonTextOf({ why, source }: DueDateEntry): string | null {
  if (why === null) return null;
  if (Object.hasOwn(messages.why, why)) return messages.why[why as keyof typeof messages.why];
  if (source === null || source === 'member') return null;
  return unavailableReasonText(source, why as Parameters<typeof unavailableReasonText>[1]);
}

/** Nothing is due, as opposed to an unknown date. */
const noneDue: readonly DueDateEntry['why'][] = ['sorn', 'exported', 'scrapped', 'exempt'];

/** The link for a date that is near or has passed. */
function Action({ kind, days }: { kind: ReminderKind; days: number }) {
  if (kind === 'tax' && days <= near) return <TextLink href={taxUrl}>{messages.tax}</TextLink>;
  if ((kind === 'insurance' || kind === 'servicing') && days < 0) {
    return (
      <TextLink as={Link} to={`/dashboard?tab=reminders#${kind}`}>
        {messages.giveNext}
      </TextLink>
    );
  }
  return null;
}

function Entry({ due, asOf }: { due: DueDateEntry; asOf: IsoDate }) {
  const { kind, on, why } = due;
  const name = reminderKindNames[kind];
  if (on !== null) {
    const days = daysBetween(asOf, on);
    return (
      <Line>
        <Kind>{name}</Kind>
        <Value>
          <time dateTime={on}>{formatDateShort(on)}</time>
          <Action kind={kind} days={days} />
          <StatusBadge tone={toneOf(days)}>{relativeDaysText(days)}</StatusBadge>
        </Value>
      </Line>
    );
  }
  const isReadPending = why === 'not-read' && (kind === 'tax' || kind === 'mot');
  return (
    <Line>
      <Kind>{name}</Kind>
      <Value>
        <StatusBadge tone={noneDue.includes(why) ? 'info' : 'unknown'}>
          {noneDue.includes(why) ? messages.noneDue : isReadPending ? messages.reading : messages.notKnown}
        </StatusBadge>
        <MutedText as="span">{isReadPending ? messages.readingFrom[kind] : reasonTextOf(due)}</MutedText>
      </Value>
    </Line>
  );
}

/** The member's own dates that are missing, in one line, so that the card keeps all due dates in view. */
const NotGiven = ({ kinds }: { kinds: readonly ReminderKind[] }) => (
  <Line>
    <Kind>{messages.notGiven}</Kind>
    <Value>
      {kinds.map((kind) => (
        <TextLink key={kind} as={Link} to={`/dashboard?tab=reminders#${kind}`}>
          <VisuallyHidden>{messages.giveThe} </VisuallyHidden>
          {reminderKindNames[kind].toLowerCase()}
          <VisuallyHidden> {messages.date}</VisuallyHidden>
        </TextLink>
      ))}
    </Value>
  </Line>
);

const last = '9999-12-31';

const and = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names);

const sentence = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The source of each date: `MOT from DVSA, tax from DVLA. You gave the insurance date.` */
function sourceAttribution(dueDates: readonly DueDateEntry[]): string {
  const known = dueDates.filter(({ on }) => on !== null);
  const nameOf = ({ kind }: DueDateEntry) =>
    kind === 'mot' ? reminderKindNames[kind] : reminderKindNames[kind].toLowerCase();
  const registers = Map.groupBy(known, ({ source }) => source);
  const read = [...registers].flatMap(([source, of]) =>
    source === null || source === 'member' ? [] : [messages.from(and(of.map(nameOf)), sourceLabel(source))],
  );
  const given = registers.get('member') ?? [];
  return [
    ...(read.length === 0 ? [] : [`${sentence(read.join(', '))}.`]),
    ...(given.length === 0 ? [] : [messages.yours(and(given.map(nameOf)))]),
  ].join(' ');
}

/** The car's due dates, the soonest first, with the days that remain; then the kinds without a date, and why. */
export function DueDateTimeline({ dueDates, asOf }: { dueDates: readonly DueDateEntry[]; asOf: IsoDate }) {
  const isMissing = ({ kind, on }: DueDateEntry) => on === null && (kind === 'insurance' || kind === 'servicing');
  const sorted = dueDates
    .filter((due) => !isMissing(due))
    .toSorted((one, other) => ((one.on ?? last) < (other.on ?? last) ? -1 : 1));
  const missing = dueDates.filter(isMissing).map(({ kind }) => kind);
  const attribution = sourceAttribution(dueDates);
  return (
    <div>
      <List aria-label={messages.label}>
        {sorted.map((due) => (
          <Entry key={due.kind} due={due} asOf={asOf} />
        ))}
        {missing.length === 0 ? null : <NotGiven kinds={missing} />}
      </List>
      {attribution === '' ? null : <MutedText>{attribution}</MutedText>}
    </div>
  );
}
