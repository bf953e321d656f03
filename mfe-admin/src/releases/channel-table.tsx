import type { ChannelStatus, ReleaseStatus } from '@ve/contracts/http/operations/admin-releases';
import { failureRate } from '@ve/domain/releases/canary-verdict';
import { type VitalMetric, vitalMetrics } from '@ve/domain/releases/vital-scale';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { type Column, Table } from '@ve/ui/table/table';
import { Muted } from '@ve/ui/text/text';
import { Id } from '../platform/id.tsx';
import { messages } from './messages.en-gb.ts';
import { packageLabel, actorLabel } from './release-labels.ts';

/** A release of a package that visitors get. */
export interface LiveRelease {
  name: string;
  channel: 'stable' | 'canary';
  of: ChannelStatus;
}

function ErrorFigures({ channel, of: { figures } }: LiveRelease) {
  if (figures === null) return messages.notCounted;
  const { faulty, errors, failedLoads } = figures;
  const words = channel === 'canary' ? messages.networks : messages.visitors;
  return (
    <>
      {words(faulty, failureRate(figures))}
      {errors + failedLoads === 0 ? null : <Muted>{messages.kinds(errors, failedLoads)}</Muted>}
    </>
  );
}

const readingText: Record<VitalMetric, (reading: number) => string> = {
  LCP: messages.seconds,
  INP: messages.milliseconds,
  CLS: (score) => score.toFixed(2),
};

function Speed({ metric, of: { speed } }: LiveRelease & { metric: VitalMetric }) {
  const { p75, readings } = speed[metric];
  if (p75 === null) return messages.notMeasured;
  return (
    <>
      {readingText[metric](p75)}
      <Muted>{messages.readings(readings)}</Muted>
    </>
  );
}

const channelColumn: Column<LiveRelease> = {
  id: 'channel',
  label: messages.channel,
  cell: ({ channel, of }) => (channel === 'stable' ? messages.stable : messages.canary(of.share)),
};

/** The columns of version and time. */
export const releaseColumns: readonly Column<LiveRelease>[] = [
  { id: 'version', label: messages.version, cell: ({ of: { version } }) => <Id>{version}</Id> },
  {
    id: 'since',
    label: messages.since,
    cell: ({ of: { since, by } }) => (
      <>
        <RelativeTime at={since} />
        <Muted>
          {messages.by} {actorLabel(by)}
        </Muted>
      </>
    ),
  },
];

const countColumns: readonly Column<LiveRelease>[] = [
  {
    id: 'loads',
    label: messages.loads,
    numeric: true,
    cell: ({ of: { figures } }) => figures?.loads.toLocaleString('en-GB') ?? messages.notCounted,
  },
  { id: 'faults', label: messages.faults, cell: ErrorFigures },
];

/** The columns of figures; without those that no release has. */
export const channelFigureColumns = (rows: readonly LiveRelease[]): readonly Column<LiveRelease>[] => [
  ...(rows.some(({ of: { figures } }) => figures !== null) ? countColumns : []),
  ...vitalMetrics
    .filter((metric) => rows.some(({ of: { speed } }) => speed[metric].p75 !== null))
    .map((metric) => ({
      id: metric,
      label: messages[metric],
      numeric: true,
      cell: (row: LiveRelease) => <Speed metric={metric} {...row} />,
    })),
];

/** The stable release of a package and its canary, as a table. */
export function ChannelTable({ of: { name, stable, canary } }: { of: ReleaseStatus }) {
  const rows: LiveRelease[] = [
    ...(stable === null ? [] : [{ name, channel: 'stable' as const, of: stable }]),
    ...(canary === null ? [] : [{ name, channel: 'canary' as const, of: canary }]),
  ];
  return (
    <Table
      label={messages.channels(packageLabel(name))}
      columns={[channelColumn, ...releaseColumns, ...channelFigureColumns(rows)]}
      rows={rows}
      keyOf={({ channel }) => channel}
    />
  );
}
