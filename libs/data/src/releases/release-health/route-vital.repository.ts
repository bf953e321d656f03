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

/** The readings from a day on, by route, release, channel, metric and step. */
export const findRouteReadings = (em: EntityManager, since: IsoDate): Promise<Omit<RouteReadingCount, 'day'>[]> =>
  tables(em)
    .selectFrom('route_vitals')
    .select([
      'route',
      'name',
      'version',
      'channel',
      'metric',
      'bucket as step',
      sql<number>`sum(reading_count)::float8`.as('readingCount'),
    ])
    .where('day', '>=', since)
    .groupBy(['route', 'name', 'version', 'channel', 'metric', 'bucket'])
    .execute();
