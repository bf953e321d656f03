import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { releaseChannelNames, releaseSchema } from '../../remote-manifest.ts';

const { name, version } = releaseSchema.shape;
const count = z.int().check(z.minimum(0));

/** The 75th percentile of the readings, in milliseconds or as a score; null without readings. */
const speed = z.object({ p75: z.nullable(z.number()), readings: count });
const speeds = z.object({ LCP: speed, INP: speed, CLS: speed, TTFB: speed });
export type PageSpeeds = z.infer<typeof speeds>;

const releaseSpeedSchema = z.object({ name, version, channel: z.enum(releaseChannelNames), speeds });
export type ReleaseSpeedOfRoute = z.infer<typeof releaseSpeedSchema>;

const routeSpeedSchema = z.object({
  /** As in the manifest of the remote that owns it: `/blog/:id`. */
  route: z.string(),
  /** Of all its releases. */
  speeds,
  /** Of the ten newest releases by channel that were measured, the most measured first. */
  releases: z.array(releaseSpeedSchema),
});
export type RouteSpeed = z.infer<typeof routeSpeedSchema>;

/** The ranges that can be read, in days including today. */
export const pageSpeedRanges = ['1', '7', '28'] as const;
export type PageSpeedRange = (typeof pageSpeedRanges)[number];

/** How fast the pages were in visitors' browsers, the most measured route first; at most a hundred routes. */
export const listPageSpeedsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/page-speeds',
  /** The number of days, including today, in Europe/London. */
  query: z.object({ days: z.enum(pageSpeedRanges) }),
  answers: { 200: z.object({ routes: z.array(routeSpeedSchema) }) },
  problems: [],
});
