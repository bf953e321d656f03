import type { DueEntry } from '@ve/contracts/http/watch';
import type { IsoDate } from '@ve/domain/report/vehicle-record';
import { sourceLabel, unavailableBecause } from '@ve/domain/report/source-words';
import { formatDateShort } from '@ve/domain/time/format-date';
import { daysBetween } from '@ve/domain/time/london-date';
import { Link } from '@ve/mfe-kit/router';
import { TextLink } from '@ve/ui/link/link-style';
import { StatusBadge, type Tone } from '@ve/ui/status/status';
import { Muted } from '@ve/ui/text/text';
import { colour, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { daysLeft } from '../../platform/messages.en-gb.ts';
import { kindNames } from '../watch-names.ts';

const words = {
  label: 'Next dates',
  notKnown: 'Not known',
  notGiven: 'No date given',
  give: (kind: string) => `Give the ${kind} date`,
  yours: 'you',
  from: (of: string, source: string) => `${of} from ${source}`,
  noneDue: 'None due',
  why: {
    'not-held': 'The register holds no record of this car.',
    sorn: 'Declared off the road (SORN).',
    exported: 'Recorded as exported.',
    scrapped: 'Recorded as scrapped.',
    exempt: 'It may need none.',
    'not-read': 'The register has not been asked yet.',
  },
};

const List = styled.ol`
  display: grid;
`;

const Line = styled.li`
  display: grid;
  grid-template-columns: 5rem minmax(0, 1fr);
  align-items: baseline;
  gap: ${space[4]} ${space[8]};
  padding-block: ${space[8]};
  & + & {
    border-top: 1px solid ${colour('line')};
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
  & > time + span {
    margin-left: auto;
  }
`;

/** Days in which a date is said to be near: the first reminder. */
const near = 28;

const toneOf = (days: number): Tone => (days < 0 ? 'fail' : days <= near ? 'warn' : 'pass');

function whyOf({ why, source }: DueEntry): string | null {
  if (why === null) return null;
  if (Object.hasOwn(words.why, why)) return words.why[why as keyof typeof words.why];
  if (source === null || source === 'member') return null;
  return unavailableBecause(source, why as Parameters<typeof unavailableBecause>[1]);
}

/** Nothing is due, which is another thing than not to know. */
const noneDue: readonly DueEntry['why'][] = ['sorn', 'exported', 'scrapped', 'exempt'];

function Entry({ due, asOf }: { due: DueEntry; asOf: IsoDate }) {
  const { kind, on, why } = due;
  const name = kindNames[kind];
  if (on !== null) {
    const days = daysBetween(asOf, on);
    return (
      <Line>
        <Kind>{name}</Kind>
        <Value>
          <time dateTime={on}>{formatDateShort(on)}</time>
          <StatusBadge tone={toneOf(days)}>{daysLeft(days)}</StatusBadge>
        </Value>
      </Line>
    );
  }
  const isGiven = kind === 'insurance' || kind === 'servicing';
  return (
    <Line>
      <Kind>{name}</Kind>
      <Value>
        <StatusBadge tone={noneDue.includes(why) ? 'info' : 'unknown'}>
          {noneDue.includes(why) ? words.noneDue : isGiven ? words.notGiven : words.notKnown}
        </StatusBadge>
        {isGiven ? (
          <TextLink as={Link} to={`/dashboard?tab=reminders#${kind}`}>
            {words.give(name.toLowerCase())}
          </TextLink>
        ) : (
          <Muted as="span">{whyOf(due)}</Muted>
        )}
      </Value>
    </Line>
  );
}

const last = '9999-12-31';

const and = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names);

/** The car's next dates, the soonest first, with the days that are left; then what has no date, and why. */
export function Timeline({ dues, asOf }: { dues: readonly DueEntry[]; asOf: IsoDate }) {
  const sources = Map.groupBy(
    dues.filter(({ on }) => on !== null),
    ({ source }) => source,
  );
  const said = [...sources].flatMap(([source, of]) =>
    source === null
      ? []
      : [
          words.from(
            and(of.map(({ kind }) => kindNames[kind])),
            source === 'member' ? words.yours : sourceLabel(source),
          ),
        ],
  );
  const sorted = dues.toSorted((one, other) => ((one.on ?? last) < (other.on ?? last) ? -1 : 1));
  return (
    <div>
      <List aria-label={words.label}>
        {sorted.map((due) => (
          <Entry key={due.kind} due={due} asOf={asOf} />
        ))}
      </List>
      {said.length === 0 ? null : <Muted>{said.join(', ')}.</Muted>}
    </div>
  );
}
