import type { PageSpeeds, ReleaseSpeedOfRoute, RouteSpeed } from '@ve/contracts/http/operations/admin-page-speeds';
import { type PageSpeedMetric, pageSpeedMetrics, ratePageSpeed } from '@ve/domain/releases/vital-scale';
import { Disclosure } from '@ve/ui/disclosure/disclosure';
import { StatusBadge } from '@ve/ui/status/status';
import { type TableColumn, Table } from '@ve/ui/table/table';
import { MutedText } from '@ve/ui/text/text';
import { IdText } from '../platform/id-text.tsx';
import { pageSpeedText } from '../platform/page-speed-text.ts';
import { messages } from './messages.en-gb.ts';

const tones = { 'needs-improvement': 'warn', poor: 'fail' } as const;

function Speed({ metric, of }: { metric: PageSpeedMetric; of: PageSpeeds }) {
  const { p75, readings } = of[metric];
  if (p75 === null) return messages.notMeasured;
  const rating = ratePageSpeed(metric, p75);
  return (
    <>
      {pageSpeedText[metric](p75)}{' '}
      {rating === 'good' ? null : <StatusBadge tone={tones[rating]}>{messages.ratings[rating]}</StatusBadge>}
      <MutedText>{messages.readings(readings)}</MutedText>
    </>
  );
}

const speedColumns = <Measured extends { speeds: PageSpeeds }>(): readonly TableColumn<Measured>[] =>
  pageSpeedMetrics.map((metric) => ({
    id: metric,
    label: messages[metric],
    cell: ({ speeds }) => <Speed metric={metric} of={speeds} />,
  }));

function Release({ of: { name, version, channel } }: { of: ReleaseSpeedOfRoute }) {
  return (
    <>
      {name} <IdText>{version}</IdText> ({messages[channel]})
    </>
  );
}

const routeColumns: readonly TableColumn<RouteSpeed>[] = [
  {
    id: 'route',
    label: messages.route,
    cell: ({ route, releases: [only, ...others] }) => (
      <>
        {route}
        {only === undefined || others.length > 0 ? null : (
          <MutedText>
            <Release of={only} />
          </MutedText>
        )}
      </>
    ),
  },
  ...speedColumns<RouteSpeed>(),
];

const releaseColumns: readonly TableColumn<ReleaseSpeedOfRoute>[] = [
  { id: 'release', label: messages.release, cell: (of) => <Release of={of} /> },
  ...speedColumns<ReleaseSpeedOfRoute>(),
];

/** The speed of each route, with its releases below it where there are several. */
export function RouteSpeedTable({ routes }: { routes: readonly RouteSpeed[] }) {
  return (
    <Table
      label={messages.list}
      columns={routeColumns}
      rows={routes}
      keyOf={({ route }) => route}
      detail={({ route, releases }) =>
        releases.length < 2 ? null : (
          <Disclosure title={messages.byRelease(releases.length)} name={`releases of ${route}`}>
            <Table
              label={messages.byReleaseOf(route)}
              columns={releaseColumns}
              rows={releases}
              keyOf={({ name, version, channel }) => `${name} ${version} ${channel}`}
            />
          </Disclosure>
        )
      }
    />
  );
}
