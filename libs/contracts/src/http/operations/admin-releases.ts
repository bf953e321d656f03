import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { moveRequestSchemas, madeMoveSchema, seenChannelsSchema, shareSchema } from '../../release-move.ts';
import { releaseSchema } from '../../remote-manifest.ts';
import { isoInstant } from '../../vehicle-record.ts';
import { reason } from '../kernel/admin-page.ts';

const { name, version } = releaseSchema.shape;
const count = z.int().check(z.minimum(0));
const share = shareSchema;

/** What three quarters of the measured pages stay within, in milliseconds or as a score; null without readings. */
const speed = z.object({ p75: z.nullable(z.number()), readings: count });

const channelStatusSchema = z.object({
  version,
  since: isoInstant,
  /** A command, a token's label, the address of an account, `canary-watch`. */
  by: z.string(),
  share,
  /** Since both run side by side; null while no canary does: nothing is counted then. */
  figures: z.nullable(
    z.object({
      loads: count,
      /** What it is judged by: networks of the canary's visitors, visitors of stable. */
      faulty: count,
      /** Visitors who met each kind. */
      errors: count,
      failedLoads: count,
    }),
  ),
  /** Since both run side by side; without a canary, of the last 24 hours. */
  speed: z.object({ LCP: speed, INP: speed, CLS: speed }),
});

export type ChannelStatus = z.infer<typeof channelStatusSchema>;

const listedReleaseSchema = z.object({ version, publishedAt: isoInstant, publishedBy: z.string() });

const listedMoveSchema = z.extend(madeMoveSchema, { id: z.int() });

export type MadeMove = z.infer<typeof listedMoveSchema>;

const releaseStatusSchema = z.object({
  name,
  stable: z.nullable(channelStatusSchema),
  canary: z.nullable(channelStatusSchema),
  /** Whether the canary is worse than stable, with the figures in words; null without both. */
  verdict: z.nullable(
    z.object({ verdict: z.enum(['too-few', 'as-good', 'too-few-networks', 'worse']), because: z.string() }),
  ),
  /** The version that stable would go back to. */
  before: z.nullable(version),
  /** The newest first. */
  releases: z.array(listedReleaseSchema),
  moves: z.array(listedMoveSchema),
});

export type ReleaseStatus = z.infer<typeof releaseStatusSchema>;

/** Shell and remotes: what visitors are given of each, how it fares, and what was done with it. */
export const readReleaseStatuses = endpoint({
  method: 'GET',
  path: '/api/admin/releases',
  answers: { 200: z.object({ names: z.array(releaseStatusSchema) }) },
  problems: [],
});

const staffMoveSchema = z.discriminatedUnion('action', [
  moveRequestSchemas.stable,
  moveRequestSchemas.canary,
  moveRequestSchemas.promote,
  moveRequestSchemas.rollback,
]);

export type StaffMove = z.infer<typeof staffMoveSchema>;

/** `stale`: visitors are given other versions by now than whoever asked had seen; nothing was changed. */
const staffMoveOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['moved', 'unchanged', 'stale', 'unknown-release', 'no-canary', 'nothing-before']) }),
  /** Something stands between it and what is live beside it. */
  z.object({ outcome: z.literal('refused'), reasons: z.array(z.string()) }),
]);

export type StaffMoveOutcome = z.infer<typeof staffMoveOutcomeSchema>;

/** Changes what visitors are given of a name, from their next page on. */
export const moveReleaseByStaff = endpoint({
  method: 'POST',
  path: '/api/admin/releases/:name/moves',
  params: z.object({ name }),
  body: z.object({
    move: staffMoveSchema,
    seen: seenChannelsSchema,
    reason,
  }),
  answers: { 200: staffMoveOutcomeSchema },
  problems: [],
});
