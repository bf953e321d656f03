import * as z from 'zod/mini';
import { releaseBuildSourceSchema } from './release-build-source.ts';
import { remoteRegistryEntrySchema } from './remote-manifest.ts';

const { name, version } = remoteRegistryEntrySchema.shape;

/** Whether it is the origin of a server on the developer's own machine: `http://localhost:4201`. */
export const isLocalOrigin = (text: string): boolean =>
  /^http:\/\/(localhost|127\.0\.0\.1):\d{2,5}$/.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** The target of an override, shown instead of the release for visitors. */
export const releaseOverrideTargetSchema = z.union([
  /** A published release, in a channel or not: the preview of a pull request is in none. */
  z.strictObject({ version }),
  /** The origin of a development server that builds the remote. */
  z.strictObject({ local: z.string().check(z.refine(isLocalOrigin, 'must be like http://localhost:4201')) }),
]);

export type ReleaseOverrideTarget = z.infer<typeof releaseOverrideTargetSchema>;

const maxTargets = 10;

/** By the name of a remote, or `shell`, which has no development server. */
export const releaseOverrideTargetsSchema = z.record(name, releaseOverrideTargetSchema).check(
  z.refine((targets) => Object.keys(targets).length <= maxTargets, `names more than ${maxTargets} remotes`),
  z.refine(({ shell }) => shell === undefined || 'version' in shell, 'the shell has no development server'),
);

export type ReleaseOverrideTargets = z.infer<typeof releaseOverrideTargetsSchema>;

/**
 * Why the override of a remote has no effect: no release has that name and version, it does not fit the shell, or the
 * manifest of the local build cannot be read.
 */
export const releaseOverrideProblems = ['unknown-release', 'does-not-fit', 'no-manifest'] as const;

/** The outcome for one remote of an override. */
export const remoteOverrideOutcomeSchema = z.object({
  name,
  asked: releaseOverrideTargetSchema,
  /** The version that is shown; null if there is none. */
  shown: z.nullable(version),
  problem: z.nullable(z.enum(releaseOverrideProblems)),
  /** Why it does not fit, as messages for its team. */
  why: z.array(z.string()),
  /** Of a published release that is shown; null where its publisher did not say. */
  builtFrom: z.optional(z.nullable(releaseBuildSourceSchema)),
});

export type OverriddenRemote = z.infer<typeof remoteOverrideOutcomeSchema>;

/**
 * Only in pages that are shown under an override, as JSON in `<script type="application/json" id="ve-override">`. Its
 * attribute `data-origins` lists the local origins that such a page may load remotes from.
 */
export const pageReleaseOverrideSchema = z.object({
  /**
   * `staff`: a member of staff requested it in their own session. `work-on`: this service is configured with it.
   * `preview`: the page is on the host of a preview.
   */
  by: z.enum(['staff', 'work-on', 'preview']),
  remotes: z.array(remoteOverrideOutcomeSchema),
  /** By name, the version of every release on the page, including the shell's, and the source of each. */
  releases: z.record(name, z.object({ version, from: z.enum(['stable', 'canary', 'override', 'local']) })),
});

export type PageReleaseOverride = z.infer<typeof pageReleaseOverrideSchema>;
