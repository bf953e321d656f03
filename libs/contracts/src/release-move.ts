import * as z from 'zod/mini';
import { releaseSchema } from './remote-manifest.ts';
import { isoInstantSchema } from './vehicle-record.ts';

const { version } = releaseSchema.shape;

/** The percentage of visitors who get a release. */
export const releaseVisitorShareSchema = z.int().check(z.minimum(1), z.maximum(100));

/** Whether a canary is worse than stable; `too-few`: not judged yet. */
export const canaryVerdictSchema = z.enum(['too-few', 'as-good', 'too-few-networks', 'worse']);

/**
 * The moves that can be requested for a name. `rollback` ends the canary if one is running; without one, stable returns
 * to the version before it.
 */
export const releaseMoveRequestSchemas = {
  stable: z.object({ action: z.literal('stable'), version }),
  canary: z.object({ action: z.literal('canary'), version, share: releaseVisitorShareSchema }),
  promote: z.object({ action: z.literal('promote') }),
  rollback: z.object({ action: z.literal('rollback') }),
} as const;

/**
 * The versions in the channels of the name as the caller last read them: if they have changed since, nothing is moved.
 */
export const expectedReleaseChannelsSchema = z.object({ stable: z.nullable(version), canary: z.nullable(version) });
export type ExpectedReleaseChannels = z.infer<typeof expectedReleaseChannelsSchema>;

/** A move in the history; `stop` is the end of a canary. */
export const recordedReleaseMoveSchema = z.object({
  action: z.enum(['stable', 'canary', 'promote', 'rollback', 'stop']),
  from: z.nullable(version),
  to: z.nullable(version),
  share: z.nullable(releaseVisitorShareSchema),
  at: isoInstantSchema,
  by: z.string(),
  why: z.nullable(z.string()),
});
