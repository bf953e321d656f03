import { defineEntity, p } from '@mikro-orm/postgresql';
import type { ReleaseChannelName } from '@ve/contracts/remote-manifest';
import type { PageSpeedMetric } from '@ve/domain/releases/vital-scale';
import { releaseKeyChecks } from './release-key-columns.ts';

/**
 * How fast the pages of a route were on one day, by the release that owns it and by the sampled readings of browsers.
 */
export const routeWebVitalEntity = defineEntity({
  name: 'RouteVital',
  tableName: 'route_vitals',
  properties: {
    /** Calendar day in Europe/London. First in the key, because pages read and purges delete by day. */
    day: p.date().primary(),
    /** A route of the release's manifest, never an address: `/blog/:id`. */
    route: p.text().primary(),
    name: p.text().primary(),
    version: p.text().primary(),
    channel: p.text().$type<ReleaseChannelName>().primary(),
    metric: p.text().$type<PageSpeedMetric>().primary(),
    /** The step of the metric's scale: a histogram, so that no row concerns a single visit. */
    bucket: p.smallint().primary(),
    readingCount: p.integer(),
  },
  checks: [
    { name: 'route_vitals_route_check', expression: `route ~ '^/[A-Za-z0-9_:/-]*$' and char_length(route) <= 200` },
    { name: 'route_vitals_channel_check', expression: `channel in ('stable', 'canary')` },
    { name: 'route_vitals_metric_check', expression: `metric in ('LCP', 'INP', 'CLS', 'TTFB')` },
    { name: 'route_vitals_bucket_check', expression: 'bucket >= 0 and bucket <= 99' },
    { name: 'route_vitals_reading_count_check', expression: 'reading_count >= 1' },
    ...releaseKeyChecks('route_vitals'),
  ],
});
