import { Link } from '@ve/mfe-kit/router';
import { Card } from '@ve/ui/card/card';
import { TextLink } from '@ve/ui/link/link-style';
import { Plate } from '@ve/ui/plate/plate';
import { Icon } from '@ve/ui/icon/icon';
import { StatusBadge, statusToneIcons, statusToneStyle, type StatusTone } from '@ve/ui/status/status';
import { colour, fontSize, media, radius, space, target } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';
import { MileageSparkline } from './mileage-sparkline.tsx';
import { sampleReportCardContent } from './sample.ts';

const thousands = (value: number) => value.toLocaleString('en-GB');

const Sheet = styled(Card)`
  position: relative;
  display: grid;
  gap: ${space[16]};
  width: 100%;
  ${media.desktop} {
    max-width: 27rem;
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

const Verdict = styled.p<{ $tone: StatusTone }>`
  ${statusToneStyle}
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

const labels = messages.sample;

function DueRow({ label, monthsLeft }: { label: string; monthsLeft: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <StatusBadge tone="pass">{labels.valid}</StatusBadge>
        <Small>{labels.monthsLeft(monthsLeft)}</Small>
      </dd>
    </div>
  );
}

/** A miniature report of an invented vehicle, marked as a sample; links to the sample report. */
export function SampleReportCard() {
  const { miles } = sampleReportCardContent;
  const last = thousands(miles[miles.length - 1] ?? 0);
  return (
    <Sheet as="aside" aria-label={labels.label}>
      <Mark>
        <strong>{labels.mark}</strong>
        {labels.note}
      </Mark>
      <div>
        <Plate registration={sampleReportCardContent.registration} />
        <Name>{sampleReportCardContent.name}</Name>
      </div>
      <div>
        <Verdict $tone="fail">
          <Icon glyph={statusToneIcons.fail} size={24} />
          {sampleReportCardContent.verdict}
        </Verdict>
        <Small>{sampleReportCardContent.found.join(' · ')}</Small>
      </div>
      <Rows>
        <DueRow label={labels.mot} monthsLeft={sampleReportCardContent.mot.monthsLeft} />
        <DueRow label={labels.tax} monthsLeft={sampleReportCardContent.tax.monthsLeft} />
        <div>
          <dt>{labels.mileage}</dt>
          <dd>
            <StatusBadge tone="fail">{sampleReportCardContent.fall}</StatusBadge>
            <Small>{labels.miles(last)}</Small>
          </dd>
        </div>
      </Rows>
      <MileageSparkline miles={miles} label={labels.spark(miles.length, thousands(Math.max(...miles)), last)} />
      <More as={Link} to="/sample-report">
        {labels.more}
      </More>
    </Sheet>
  );
}
