import type { ReleaseChannelStatus, ReleaseStatus } from '@ve/contracts/http/operations/admin-releases';
import { releaseFailureRate } from '@ve/domain/releases/canary-verdict';
import { type WebVitalMetric, webVitalMetrics } from '@ve/domain/releases/vital-scale';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { type TableColumn, Table } from '@ve/ui/table/table';
import { MutedText } from '@ve/ui/text/text';
import { IdText } from '../platform/id-text.tsx';
import { pageSpeedText } from '../platform/page-speed-text.ts';
import { messages } from './messages.en-gb.ts';
import { releasePackageLabel, releaseActorLabel } from './release-labels.ts';

/** A release of a package that visitors get. */
export interface ReleaseInChannelRow {
  name: string;
  channel: 'stable' | 'canary';
  of: ReleaseChannelStatus;
}

function ErrorFigures({ channel, of: { figures } }: ReleaseInChannelRow) {
  if (figures === null) return messages.notCounted;
  const { faulty, errors, failedLoads } = figures;
  const noun = channel === 'canary' ? messages.networks : messages.visitors;
  return (
    <>
      {noun(faulty, releaseFailureRate(figures))}
      {errors + failedLoads === 0 ? null : <MutedText>{messages.kinds(errors, failedLoads)}</MutedText>}
    </>
  );
}

function Speed({ metric, of: { speed } }: ReleaseInChannelRow & { metric: WebVitalMetric }) {
  const { p75, readings } = speed[metric];
  if (p75 === null) return messages.notMeasured;
  return (
    <>
      {pageSpeedText[metric](p75)}
      <MutedText>{messages.readings(readings)}</MutedText>
    </>
  );
}

const channelColumn: TableColumn<ReleaseInChannelRow> = {
  id: 'channel',
  label: messages.channel,
  cell: ({ channel, of }) => (channel === 'stable' ? messages.stable : messages.canary(of.share)),
};

/** The columns of version and time. */
export const releaseVersionColumns: readonly TableColumn<ReleaseInChannelRow>[] = [
  { id: 'version', label: messages.version, cell: ({ of: { version } }) => <IdText>{version}</IdText> },
  {
    id: 'since',
    label: messages.since,
    cell: ({ of: { since, by } }) => (
      <>
        <RelativeTime at={since} />
        <MutedText>
          {messages.by} {releaseActorLabel(by)}
        </MutedText>
      </>
    ),
  },
];

const countColumns: readonly TableColumn<ReleaseInChannelRow>[] = [
  {
    id: 'loads',
    label: messages.loads,
    numeric: true,
    cell: ({ of: { figures } }) => figures?.loads.toLocaleString('en-GB') ?? messages.notCounted,
  },
  { id: 'faults', label: messages.faults, cell: ErrorFigures },
];

/** The columns of figures; without those that no release has. */
export const releaseFigureColumns = (
  rows: readonly ReleaseInChannelRow[],
): readonly TableColumn<ReleaseInChannelRow>[] => [
  ...(rows.some(({ of: { figures } }) => figures !== null) ? countColumns : []),
  ...webVitalMetrics
    .filter((metric) => rows.some(({ of: { speed } }) => speed[metric].p75 !== null))
    .map((metric) => ({
      id: metric,
      label: messages[metric],
      numeric: true,
      cell: (row: ReleaseInChannelRow) => <Speed metric={metric} {...row} />,
    })),
];

/** The stable release of a package and its canary, as a table. */
export function ReleaseChannelTable({ of: { name, stable, canary } }: { of: ReleaseStatus }) {
  const rows: ReleaseInChannelRow[] = [
    ...(stable === null ? [] : [{ name, channel: 'stable' as const, of: stable }]),
    ...(canary === null ? [] : [{ name, channel: 'canary' as const, of: canary }]),
  ];
  return (
    <Table
      label={messages.channels(releasePackageLabel(name))}
      columns={[channelColumn, ...releaseVersionColumns, ...releaseFigureColumns(rows)]}
      rows={rows}
      keyOf={({ channel }) => channel}
    />
  );
}
