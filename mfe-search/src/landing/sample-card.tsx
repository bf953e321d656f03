import { mileageTimeline } from '@ve/domain/mileage/mileage-timeline';
import { motState } from '@ve/domain/mot/mot-state';
import { freeVerdict } from '@ve/domain/report/free-verdict';
import { sampleRecord } from '@ve/domain/report/sample-record';
import { vehicleName } from '@ve/domain/report/vehicle-name';
import { recordTax } from '@ve/domain/tax/record-tax';
import { Card } from '@ve/ui/card/card';
import { TextLink } from '@ve/ui/link/link-style';
import { Plate } from '@ve/ui/plate/plate';
import { Icon } from '@ve/ui/icon/icon';
import { StatusBadge, toneGlyph, toneStyle, type Tone } from '@ve/ui/status/status';
import { colour, fontSize, media, radius, space, target } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';
import { MileageSpark } from './mileage-spark.tsx';

/*
 * The sample is derived for one fixed day: the page is sent as finished HTML, and what the browser renders later must
 * not differ. So the card tells time left, never a date.
 */
const sampleDay = '2026-06-01';
const record = sampleRecord(sampleDay);
const daysPerMonth = 30;
const thousands = (value: number) => value.toLocaleString('en-GB');

const Sheet = styled(Card)`
  position: relative;
  display: grid;
  gap: ${space[16]};
  width: 100%;
  max-width: 27rem;
  ${media.wide} {
    justify-self: end;
  }
`;

const Mark = styled.p`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space[12]};
  margin: -${space[8]} 0 -${space[4]};
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
  strong {
    padding: 0 ${space[8]};
    border: 2px solid ${colour('muted')};
    border-radius: 4px;
    letter-spacing: 0.12em;
    text-transform: uppercase;
  }
`;

const Name = styled.p`
  margin-top: ${space[8]};
  font-weight: 600;
`;

const Verdict = styled.p<{ $tone: Tone }>`
  ${toneStyle}
  display: flex;
  gap: ${space[12]};
  align-items: center;
  padding: ${space[12]};
  border-radius: ${radius.control};
  font-weight: 700;
`;

const Rows = styled.dl`
  display: grid;
  div {
    display: grid;
    grid-template-columns: 5rem minmax(0, 1fr);
    align-items: center;
    padding-block: ${space[8]};
    border-top: 1px solid ${colour('line')};
  }
  dt {
    color: ${colour('muted')};
  }
  dd {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[4]} ${space[12]};
    font-variant-numeric: tabular-nums;
  }
`;

const Small = styled.span`
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
`;

const More = styled(TextLink)`
  display: inline-flex;
  align-items: center;
  justify-self: start;
  min-height: ${target};
  margin-block: -${space[8]};
`;

const words = messages.sample;

function DueRow({ label, valid, daysLeft }: { label: string; valid: boolean; daysLeft: number | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <StatusBadge tone={valid ? 'pass' : 'unknown'}>{valid ? words.valid : words.unknown}</StatusBadge>
        {daysLeft === null ? null : <Small>{words.monthsLeft(Math.round(daysLeft / daysPerMonth))}</Small>}
      </dd>
    </div>
  );
}

/** A report in small, of a made-up vehicle and marked so; leads to what a report holds. */
export function SampleCard() {
  const { make, model, colour: paint, year } = vehicleName(record);
  const mot = motState(record, sampleDay);
  const tax = recordTax(record, sampleDay);
  const verdict = freeVerdict(record, sampleDay);
  const tone: Tone = verdict.level === 'NOTHING FOUND' ? 'pass' : 'warn';
  const { points, milesPerYear } = mileageTimeline(record.testing.state === 'found' ? record.testing.data.tests : []);
  const miles = points.map((point) => point.miles);
  const first = miles[0] ?? 0;
  const last = miles.at(-1) ?? 0;
  return (
    <Sheet as="aside" aria-label={words.label}>
      <Mark>
        <strong>{words.mark}</strong>
        {words.note}
      </Mark>
      <div>
        <Plate registration={record.registration} />
        <Name>{[make, model, paint, year].filter(Boolean).join(' · ')}</Name>
      </div>
      <Verdict $tone={tone}>
        <Icon glyph={toneGlyph[tone]} size={24} />
        {tone === 'pass' ? words.clear : words.concern}
      </Verdict>
      <Rows>
        <DueRow label={words.mot} valid={mot.state === 'valid'} daysLeft={mot.daysLeft} />
        <DueRow label={words.tax} valid={tax.state === 'valid'} daysLeft={tax.daysLeft} />
        <div>
          <dt>{words.mileage}</dt>
          <dd>{words.miles(thousands(last))}</dd>
        </div>
      </Rows>
      <div>
        <MileageSpark miles={miles} label={words.spark(miles.length, thousands(first), thousands(last))} />
        <Small>{words.agree(miles.length, thousands(Math.round((milesPerYear ?? 0) / 100) * 100))}</Small>
      </div>
      <More href={`#${messages.contents.id}`}>{words.more}</More>
    </Sheet>
  );
}
