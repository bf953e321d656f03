import { hasMileageAnomalyMarker } from '@ve/domain/full-check/findings';
import { findInconsistentReadings } from '@ve/domain/vehicle/mileage/inconsistent-readings';
import { likelyMileageMethodLabel, likelyMileage, likelyMileageText } from '@ve/domain/vehicle/mileage/likely-mileage';
import { mileageForAge, mileageNormSources } from '@ve/domain/vehicle/mileage/mileage-for-age';
import type { MileageTimeline } from '@ve/domain/vehicle/mileage/mileage-timeline';
import {
  mileageAnomalyLabel,
  mileageConsistencyText,
  mileageConsistencyTitles,
  mileageConsistencyTones,
  noMileageReadingsMessage,
  yearlyMileageText,
} from '@ve/domain/vehicle/mileage/mileage-labels';
import { formatMiles, anomalousReadings } from '@ve/domain/vehicle/mileage/reading-labels';
import { mileageOfRecord } from '@ve/domain/vehicle/mileage/mileage-of-record';
import type { FullCheck } from '@ve/domain/vehicle/record/full-check';
import { missingReasonText } from '@ve/domain/vehicle/record/source-messages';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import type { ReportInput } from '@ve/domain/vehicle/record/report-input';
import { Banner } from '@ve/ui/banner/banner';
import { Section, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { StatusBadge } from '@ve/ui/status/status';
import { MutedText, Text } from '@ve/ui/text/text';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { Fragment } from 'react';
import { styled } from 'styled-components';
import { FoldableDetails } from '../fold.tsx';
import { messages } from '../messages.en-gb.ts';
import { SourceAndTime } from '../sample/source-and-time.tsx';
import { ReportCard } from '../sample/sample.tsx';
import { SectionFoot } from '../section-foot.tsx';
import { DvsaPendingPlaceholder } from '../pending/pending-placeholder.tsx';
import { OdometerToday } from '../odometer-today/odometer-today.tsx';
import { MileageChart } from './mileage-chart.tsx';
import { MileageTable } from './mileage-table.tsx';
import { mileageMessages } from './messages.en-gb.ts';

const Flags = styled.ul`
  && {
    padding-left: 1.2em;
    list-style: disc;
  }
`;

/**
 * The odometer readings at MOT tests: how consistent they are, the arithmetic of doubtful ones, a chart and the same
 * data as a table, and whether today's odometer fits.
 */
export function MileageSection({ record, fullCheck, today }: ReportInput) {
  const { testing } = record;
  const timeline = mileageOfRecord(record);
  return (
    <Section title={mileageMessages.title}>
      <ReportCard $padding={16}>
        <Stack $gap={12}>
          {fullCheck !== null && hasMileageAnomalyMarker(fullCheck) ? <Marked {...fullCheck.vdi} /> : null}
          {testing.state === 'found' && timeline !== null ? (
            <Stack $gap={8}>
              <Timeline record={record} fullCheck={fullCheck} today={today} timeline={timeline} />
              <SectionFoot
                subject={{
                  registration: record.registration,
                  section: 'mileage',
                  title: mileageMessages.title,
                  data: timeline.points.map(({ day, miles }) => ({
                    label: formatDate(day),
                    value: formatMiles(miles),
                    source: testing.source,
                    at: testing.at,
                  })),
                }}
              >
                <SourceAndTime source={testing.source} at={testing.at} />
              </SectionFoot>
            </Stack>
          ) : testing.state === 'asking' ? (
            <DvsaPendingPlaceholder />
          ) : (
            <Stack $gap={12} $align="start">
              <StatusBadge tone="unknown">{messages.notAvailable}</StatusBadge>
              <MutedText>{missingReasonText([testing])}</MutedText>
            </Stack>
          )}
        </Stack>
      </ReportCard>
    </Section>
  );
}

function Timeline({ record, fullCheck, today, timeline }: ReportInput & { timeline: MileageTimeline }) {
  const { points, confidence, milesPerYear } = timeline;
  const isMarked = hasMileageAnomalyMarker(fullCheck);
  if (points.length === 0) {
    return (
      <>
        <Text>{noMileageReadingsMessage}</Text>
        <OdometerToday record={record} fullCheck={fullCheck} today={today} />
      </>
    );
  }
  const odd = anomalousReadings(timeline);
  // Only one yearly mileage is shown: the average over the car's life, if there is one.
  const forAge = mileageForAge(record, timeline);
  return (
    <>
      <div>
        <StatusBadge
          tone={isMarked && confidence === 'consistent' ? 'info' : mileageConsistencyTones[confidence]}
          large
        >
          {mileageConsistencyTitles[confidence]}
        </StatusBadge>
      </div>
      {odd.length === 0 ? null : (
        <Flags>
          {odd.map(({ words, isDoubtful }, index) => (
            <li key={index}>{isDoubtful ? <strong>{words}</strong> : words}</li>
          ))}
        </Flags>
      )}
      <Likely timeline={timeline} />
      <Text>
        {mileageConsistencyText(timeline, isMarked)}{' '}
        {milesPerYear === null || forAge !== null ? null : yearlyMileageText(milesPerYear)}
      </Text>
      {forAge === null ? null : <Text>{forAge.words}</Text>}
      {points.length < 2 ? null : <MileageChart points={points} stretches={findInconsistentReadings(timeline)} />}
      <FoldableDetails summary={mileageMessages.fold(points.length, forAge !== null)}>
        <MileageTable points={points} />
        {forAge === null ? null : <Norm />}
      </FoldableDetails>
      <OdometerToday record={record} fullCheck={fullCheck} today={today} />
    </>
  );
}

/** A mileage that the full check marks, although the readings are consistent. */
function Marked({ source, at }: Pick<FullCheck['vdi'], 'source' | 'at'>) {
  return (
    <Stack $gap={8}>
      <Banner tone="warn" title={mileageAnomalyLabel.title}>
        {mileageAnomalyLabel.advice}
      </Banner>
      <SourceAndTime source={source} at={at} />
    </Stack>
  );
}

/** The likely mileage of a car with doubtful readings, and its derivation. */
function Likely({ timeline }: { timeline: MileageTimeline }) {
  const likely = likelyMileage(timeline);
  if (likely === null) return null;
  return (
    <div>
      <Text>
        <strong>{likelyMileageText(likely)}</strong>
      </Text>
      <FoldableDetails summary={mileageMessages.how}>
        <MutedText>
          {likelyMileageMethodLabel} {likely.how}
        </MutedText>
      </FoldableDetails>
    </div>
  );
}

/** The norm for a car's age, with its sources. */
function Norm() {
  const labels = mileageMessages;
  return (
    <MutedText>
      {labels.norm}{' '}
      {mileageNormSources.map(({ title, url }, index) => (
        <Fragment key={url}>
          {index === 0 ? null : '; '}
          <TextLink href={url} target="_blank" rel="noopener noreferrer">
            {title}
            <VisuallyHidden> {labels.newTab}</VisuallyHidden>
          </TextLink>
        </Fragment>
      ))}
      .
    </MutedText>
  );
}
