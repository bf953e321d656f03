import type { PageSpeeds, ReleaseSpeedOfRoute, RouteSpeed } from '@ve/contracts/http/operations/admin-page-speeds';
import type { Context } from '@ve/data/kernel/context';
import { findRouteSpeeds, type RouteSpeedRow } from '@ve/data/releases/release-health/route-vital.repository';
import { addDays, londonDate } from '@ve/domain/kernel/time/london-date';
import { webVitalAtStep } from '@ve/domain/releases/vital-scale';

/** The speed of each route in the last `days` days, including today, the most measured route first. */
export async function readPageSpeeds(em: Context['em'], days: number, now: Date): Promise<RouteSpeed[]> {
  const rows = await findRouteSpeeds(em, addDays(londonDate(now), 1 - days));
  const routes = [...Map.groupBy(rows, ({ route }) => route)].map(([route, own]) => ({
    route,
    speeds: speedsOf(own.filter(({ name }) => name === null)),
    releases: releasesOf(own),
  }));
  return routes.toSorted((one, other) => views(other.speeds) - views(one.speeds) || (one.route < other.route ? -1 : 1));
}

function releasesOf(rows: readonly RouteSpeedRow[]): ReleaseSpeedOfRoute[] {
  const byRelease = Map.groupBy(rows, ({ name, version, channel }) => [name, version, channel].join(' '));
  return [...byRelease.values()]
    .flatMap((own): ReleaseSpeedOfRoute[] => {
      const { name = null, version = null, channel = null } = own[0] ?? {};
      if (name === null || version === null || channel === null) return [];
      return [{ name, version, channel, speeds: speedsOf(own) }];
    })
    .toSorted((one, other) => views(other.speeds) - views(one.speeds));
}

const notMeasured = { p75: null, readings: 0 };

function speedsOf(rows: readonly RouteSpeedRow[]): PageSpeeds {
  const speeds: PageSpeeds = { LCP: notMeasured, INP: notMeasured, CLS: notMeasured, TTFB: notMeasured };
  for (const { metric, step, readingCount } of rows) {
    speeds[metric] = { p75: webVitalAtStep(metric, step), readings: readingCount };
  }
  return speeds;
}

/** How many pages were measured: each has any of the metrics at most once. */
const views = (speeds: PageSpeeds): number => Math.max(...Object.values(speeds).map(({ readings }) => readings));
