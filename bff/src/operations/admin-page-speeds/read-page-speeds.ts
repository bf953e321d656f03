import type { PageSpeeds, ReleaseSpeedOfRoute, RouteSpeed } from '@ve/contracts/http/operations/admin-page-speeds';
import type { Context } from '@ve/data/kernel/context';
import { findRouteReadings } from '@ve/data/releases/release-health/route-vital.repository';
import { addDays, londonDate } from '@ve/domain/kernel/time/london-date';
import { type PageSpeedMetric, webVitalAtP75 } from '@ve/domain/releases/vital-scale';

/** Maximum releases shown per route. */
const maxReleases = 10;

type Reading = Awaited<ReturnType<typeof findRouteReadings>>[number];

/** The speed of each route in the last `days` days, including today, the most measured route first. */
export async function readPageSpeeds(em: Context['em'], days: number, now: Date): Promise<RouteSpeed[]> {
  const readings = await findRouteReadings(em, addDays(londonDate(now), 1 - days));
  const routes = [...Map.groupBy(readings, ({ route }) => route)].map(([route, own]) => ({
    route,
    speeds: speedsOf(own),
    releases: releasesOf(own),
  }));
  return routes.toSorted((one, other) => views(other.speeds) - views(one.speeds) || (one.route < other.route ? -1 : 1));
}

function releasesOf(readings: readonly Reading[]): ReleaseSpeedOfRoute[] {
  const byRelease = Map.groupBy(readings, ({ name, version, channel }) => [name, version, channel].join(' '));
  return [...byRelease.values()]
    .flatMap((own): ReleaseSpeedOfRoute[] => {
      const [first] = own;
      if (first === undefined) return [];
      const { name, version, channel } = first;
      return [{ name, version, channel, speeds: speedsOf(own) }];
    })
    .toSorted((one, other) => views(other.speeds) - views(one.speeds))
    .slice(0, maxReleases);
}

function speedsOf(readings: readonly Reading[]): PageSpeeds {
  const speedOf = (metric: PageSpeedMetric) => {
    const own = readings.filter((each) => each.metric === metric);
    // Of several releases: the same step is added up in the percentile.
    return { p75: webVitalAtP75(metric, own), readings: own.reduce((sum, each) => sum + each.readingCount, 0) };
  };
  return { LCP: speedOf('LCP'), INP: speedOf('INP'), CLS: speedOf('CLS'), TTFB: speedOf('TTFB') };
}

/** How many pages were measured: each has any of the metrics at most once. */
const views = (speeds: PageSpeeds): number => Math.max(...Object.values(speeds).map(({ readings }) => readings));
