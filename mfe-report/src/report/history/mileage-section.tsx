import type { MileagePoint, MileageTimeline } from '@ve/domain/mileage/mileage-timeline';
import { recordMileage } from '@ve/domain/mileage/record-mileage';
import { missingBecause } from '@ve/domain/report/source-words';
import type { VehicleRecord } from '@ve/domain/report/vehicle-record';
import { formatDate, formatDateShort } from '@ve/domain/time/format-date';
import { AsOf } from '@ve/ui/fact-list/as-of';
import { Section, Stack } from '@ve/ui/layout/layout';
import { StatusBadge, type Tone } from '@ve/ui/status/status';
import { Muted, Text } from '@ve/ui/text/text';
import { visuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { styled } from 'styled-components';
import { DisputeButton } from '../dispute/dispute-button.tsx';
import { useIsSample } from '../kind/report-kind.ts';
import { messages } from '../messages.en-gb.ts';
import { ReportCard } from '../sample/sample.tsx';
import { AskingBlock } from '../asking/asking-block.tsx';
import { MileageChart } from './mileage-chart.tsx';
import { mileageMessages } from './messages.en-gb.ts';

const tones: Record<MileageTimeline['confidence'], Tone> = {
  consistent: 'pass',
  unclear: 'info',
  inconsistent: 'warn',
  'too-few': 'unknown',
};

const Flags = styled.ul`
  && {
    padding-left: 1.2em;
    list-style: disc;
  }
`;

const ForScreenReaders = styled.div`
  ${visuallyHidden}
`;

/** The odometer at each test: how consistent the readings are, a chart, and the same data as a table. */
export function MileageSection({ record }: { record: VehicleRecord }) {
  const isSample = useIsSample();
  const { testing } = record;
  const timeline = recordMileage(record);
  return (
    <Section title={mileageMessages.title}>
      <ReportCard>
        {testing.state === 'found' && timeline !== null ? (
          <Stack $gap={12}>
            <Timeline timeline={timeline} />
            {isSample ? null : <AsOf source={testing.source} at={testing.at} />}
            <DisputeButton
              subject={{
                registration: record.registration,
                section: 'mileage',
                title: mileageMessages.title,
                data: timeline.points.map(({ day, miles }) => ({
                  label: formatDate(day),
                  value: mileageMessages.miles(miles.toLocaleString('en-GB')),
                  source: testing.source,
                  at: testing.at,
                })),
              }}
            />
          </Stack>
        ) : testing.state === 'asking' ? (
          <AskingBlock />
        ) : (
          <Stack $gap={12} $align="start">
            <StatusBadge tone="unknown">{messages.notAvailable}</StatusBadge>
            <Muted>{missingBecause([testing])}</Muted>
          </Stack>
        )}
      </ReportCard>
    </Section>
  );
}

function Timeline({ timeline: { points, confidence, milesPerYear } }: { timeline: MileageTimeline }) {
  const words = mileageMessages;
  const flagged = points.filter(({ flag }) => flag !== null);
  if (points.length === 0) return <Text>{words.none}</Text>;
  return (
    <>
      <div>
        <StatusBadge tone={tones[confidence]} large>
          {words.confidence[confidence]}
        </StatusBadge>
      </div>
      <Text>
        {words.explain[confidence]} {milesPerYear === null ? null : words.rate(rounded(milesPerYear))}
      </Text>
      {flagged.length === 0 ? null : (
        <Flags>
          {flagged.map((point, index) => (
            <li key={index}>
              {formatDate(point.day)}: {words.miles(point.miles.toLocaleString('en-GB'))}. {note(point)}.
            </li>
          ))}
        </Flags>
      )}
      {points.length < 2 ? null : <MileageChart points={points} />}
      <MileageTable points={points} />
    </>
  );
}

function MileageTable({ points }: { points: readonly MileagePoint[] }) {
  const { table, columns } = mileageMessages;
  return (
    <ForScreenReaders>
      <table>
        <caption>{table}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.date}</th>
            <th scope="col">{columns.miles}</th>
            <th scope="col">{columns.change}</th>
            <th scope="col">{columns.note}</th>
          </tr>
        </thead>
        <tbody>
          {points.map((point, index) => (
            <tr key={index}>
              <th scope="row">{formatDateShort(point.day)}</th>
              <td>{point.miles.toLocaleString('en-GB')}</td>
              <td>{point.change === null ? '' : signed(point.change)}</td>
              <td>{note(point)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ForScreenReaders>
  );
}

function note({ flag, recorded }: MileagePoint): string {
  const words = mileageMessages;
  const kilometres = recorded.unit === 'KM' ? words.recorded(recorded.value.toLocaleString('en-GB')) : null;
  return [flag === null ? null : words.flags[flag], kilometres].filter((part) => part !== null).join(', ');
}

function signed(change: number): string {
  return `${change < 0 ? '−' : '+'}${Math.abs(change).toLocaleString('en-GB')}`;
}

/** Rounded to the nearest hundred, as a yearly mileage is an estimate. */
function rounded(milesPerYear: number): string {
  return (Math.round(milesPerYear / 100) * 100).toLocaleString('en-GB');
}
