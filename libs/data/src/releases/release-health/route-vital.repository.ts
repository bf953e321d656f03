import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReleaseChannelName } from '@ve/contracts/remote-manifest';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import type { PageSpeedMetric } from '@ve/domain/releases/vital-scale';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

export interface RouteReadingCount {
  /** Calendar day in Europe/London. */
  day: IsoDate;
  /** The route of the manifest. */
  route: string;
  /** The remote that owns it, and its version. */
  name: string;
  version: string;
  channel: ReleaseChannelName;
  metric: PageSpeedMetric;
  /** The step of the metric's scale. */
  step: number;
  readingCount: number;
}

/** What counts are added up by, as text. */
export const routeReadingKeyOf = (counted: Omit<RouteReadingCount, 'readingCount'>): string => {
  const { day, route, name, version, channel, metric, step } = counted;
  return [day, route, name, version, channel, metric, step].join(' ');
};

/** Adds the counts of one process to the stored totals. */
export const addRouteReadings = async (em: EntityManager, counted: readonly RouteReadingCount[]): Promise<void> => {
  if (counted.length === 0) return;
  await tables(em)
    .insertInto('route_vitals')
    .values(
      counted
        // All processes write in the same order, so that two never deadlock.
        .toSorted((a, b) => (routeReadingKeyOf(a) < routeReadingKeyOf(b) ? -1 : 1))
        .map(({ step, ...row }) => ({ ...row, bucket: step })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'route', 'name', 'version', 'channel', 'metric', 'bucket'])
        .doUpdateSet({ readingCount: sql`route_vitals.reading_count + excluded.reading_count` }),
    )
    .execute();
};

/** The 75th percentile of a metric: of a route, where name, version and channel are null, or of a release on it. */
export interface RouteSpeedRow {
  route: string;
  name: string | null;
  version: string | null;
  channel: ReleaseChannelName | null;
  metric: PageSpeedMetric;
  /** The step of the metric's scale that holds the 75th percentile. */
  step: number;
  readingCount: number;
}

/** The most measured routes that are read. */
const maxRoutes = 100;
/** The newest releases that are read of a route: those that were measured last, of the same day the most measured. */
const maxReleases = 10;

/** The 75th percentiles of the readings from a day on, of each route and of its newest releases; of 100 routes at most. */
export const findRouteSpeeds = async (em: EntityManager, since: IsoDate): Promise<RouteSpeedRow[]> => {
  const { rows } = await sql<RouteSpeedRow>`
    with steps as (
      select route, name, version, channel, metric, bucket, max(day) as last_day,
        sum(reading_count)::float8 as readings
      from route_vitals where day >= ${since}
      group by grouping sets (
        (route, metric, bucket),
        (route, name, version, channel, metric, bucket)
      )
    ), summed as (
      select *, sum(readings) over (measured order by bucket) as within, sum(readings) over measured as total
      from steps window measured as (partition by route, name, version, channel, metric)
    ), speeds as (
      select route, name, version, channel, metric, max(last_day) as last_day, max(total) as total,
        min(bucket) filter (where within >= total * 0.75) as step
      from summed group by route, name, version, channel, metric
    ), kept_routes as (
      select route from speeds where name is null
      group by route order by max(total) desc, route limit ${maxRoutes}
    ), releases as (
      select route, name, version, channel, row_number() over (
        partition by route order by max(last_day) desc, max(total) desc, name, version, channel
      ) as place
      from speeds where name is not null group by route, name, version, channel
    )
    select route, speeds.name, speeds.version, speeds.channel, metric, step, total as "readingCount"
    from speeds join kept_routes using (route)
    left join releases using (route, name, version, channel)
    where speeds.name is null or place <= ${maxReleases}
  `.execute(tables(em));
  return rows;
};
