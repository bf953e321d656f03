import * as z from 'zod/mini';
import { releaseSchema } from './remote-manifest.ts';
import { isoInstant } from './vehicle-record.ts';

const { version } = releaseSchema.shape;

/** Of a hundred visitors, how many are given a release. */
export const shareSchema = z.int().check(z.minimum(1), z.maximum(100));

/**
 * What may be asked for of a name. `rollback` ends the canary if one runs; without one, stable goes back to the version
 * before it.
 */
export const moveRequestSchemas = {
  stable: z.object({ action: z.literal('stable'), version }),
  canary: z.object({ action: z.literal('canary'), version, share: shareSchema }),
  promote: z.object({ action: z.literal('promote') }),
  rollback: z.object({ action: z.literal('rollback') }),
} as const;

/**
 * The versions in the channels of the name that whoever asks has seen: where visitors are given others by now, nothing is
 * moved.
 */
export const seenChannelsSchema = z.object({ stable: z.nullable(version), canary: z.nullable(version) });

/** A move as the history has it; `stop` is the end of a canary. */
export const madeMoveSchema = z.object({
  action: z.enum(['stable', 'canary', 'promote', 'rollback', 'stop']),
  from: z.nullable(version),
  to: z.nullable(version),
  share: z.nullable(shareSchema),
  at: isoInstant,
  by: z.string(),
  why: z.nullable(z.string()),
});
