import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import {
  canaryVerdictSchema,
  releaseMoveRequestSchemas,
  recordedReleaseMoveSchema,
  expectedReleaseChannelsSchema,
  releaseVisitorShareSchema,
} from '../../release-move.ts';
import { releaseBuildSourceSchema } from '../../release-build-source.ts';
import { releaseSchema } from '../../remote-manifest.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';
import { staffReasonField } from '../kernel/admin-list-page.ts';

const { name, version } = releaseSchema.shape;
const count = z.int().check(z.minimum(0));
const share = releaseVisitorShareSchema;

/** The 75th percentile, in milliseconds or as a score; null without readings. */
const speed = z.object({ p75: z.nullable(z.number()), readings: count });

const channelStatusSchema = z.object({
  version,
  since: isoInstantSchema,
  /** A command, the label of a token, the address of an account, or `canary-watch`. */
  by: z.string(),
  share,
  /** Figures since both run side by side; null without a canary, as nothing is counted then. */
  figures: z.nullable(
    z.object({
      loads: count,
      /** The figures that decide: networks for the canary's visitors, visitors for stable. */
      faulty: count,
      /** Number of visitors who met each kind of error. */
      errors: count,
      failedLoads: count,
    }),
  ),
  /** Since both run side by side; without a canary, over the last 24 hours. */
  speed: z.object({ LCP: speed, INP: speed, CLS: speed }),
});

export type ReleaseChannelStatus = z.infer<typeof channelStatusSchema>;

const listedReleaseSchema = z.object({
  version,
  publishedAt: isoInstantSchema,
  publishedBy: z.string(),
  /** Null where the publisher did not say. */
  builtFrom: z.nullable(releaseBuildSourceSchema),
});

const listedMoveSchema = z.extend(recordedReleaseMoveSchema, { id: z.int() });

export type ListedReleaseMove = z.infer<typeof listedMoveSchema>;

const releaseStatusSchema = z.object({
  name,
  stable: z.nullable(channelStatusSchema),
  canary: z.nullable(channelStatusSchema),
  /** Whether the canary is worse than stable, with an explanation; null without both. */
  verdict: z.nullable(z.object({ verdict: canaryVerdictSchema, because: z.string() })),
  /** The version to which stable would roll back. */
  before: z.nullable(version),
  /** Newest first. */
  releases: z.array(listedReleaseSchema),
  moves: z.array(listedMoveSchema),
  /** Without their links. A site of an earlier version does not send them. */
  previews: z.optional(
    z.array(
      z.object({
        preview: z.string(),
        version,
        expiresAt: isoInstantSchema,
        setAt: isoInstantSchema,
        setBy: z.string(),
      }),
    ),
  ),
});

export type ReleaseStatus = z.infer<typeof releaseStatusSchema>;

/** Shell and remotes: the releases in their channels, their health, and their history. */
export const readReleaseStatusesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/releases',
  answers: { 200: z.object({ names: z.array(releaseStatusSchema) }) },
  problems: [],
});

const staffMoveSchema = z.discriminatedUnion('action', [
  releaseMoveRequestSchemas.stable,
  releaseMoveRequestSchemas.canary,
  releaseMoveRequestSchemas.promote,
  releaseMoveRequestSchemas.rollback,
]);

export type StaffReleaseMove = z.infer<typeof staffMoveSchema>;

/** `stale`: the channels have changed since the caller read them; nothing was changed. */
const staffMoveOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['moved', 'unchanged', 'stale', 'unknown-release', 'no-canary', 'nothing-before']) }),
  /** The release conflicts with those that are live. */
  z.object({ outcome: z.literal('refused'), reasons: z.array(z.string()) }),
]);

export type StaffReleaseMoveOutcome = z.infer<typeof staffMoveOutcomeSchema>;

/** Moves a release between the channels of a name; visitors get it from their next page on. */
export const moveReleaseByStaffEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/releases/:name/moves',
  params: z.object({ name }),
  body: z.object({
    move: staffMoveSchema,
    seen: expectedReleaseChannelsSchema,
    reason: staffReasonField,
  }),
  answers: { 200: staffMoveOutcomeSchema },
  problems: [],
});
