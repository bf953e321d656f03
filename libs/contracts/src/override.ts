import * as z from 'zod/mini';
import { registryEntrySchema } from './remote-manifest.ts';

const { name, version } = registryEntrySchema.shape;

/** The origin of a server on the machine of whoever looks: `http://localhost:4201`. */
export const isLocalOrigin = (text: string): boolean =>
  /^http:\/\/(localhost|127\.0\.0\.1):\d{2,5}$/.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** What is shown of a remote in place of the release that visitors get. */
export const overrideTargetSchema = z.union([
  /** A published release, in a channel or not: a pull request's preview is in none. */
  z.strictObject({ version }),
  /** What a development server builds. */
  z.strictObject({ local: z.string().check(z.refine(isLocalOrigin, 'must be like http://localhost:4201')) }),
]);

export type OverrideTarget = z.infer<typeof overrideTargetSchema>;

const most = 10;

/** By the name of a remote, or `shell`, which no development server has. */
export const overrideTargetsSchema = z.record(name, overrideTargetSchema).check(
  z.refine((targets) => Object.keys(targets).length <= most, `names more than ${most} remotes`),
  z.refine(({ shell }) => shell === undefined || 'version' in shell, 'the shell has no development server'),
);

export type OverrideTargets = z.infer<typeof overrideTargetsSchema>;

/**
 * Why a remote is shown in the release that visitors get all the same: nothing is published under that name and version,
 * it does not fit the shell, or nobody says what pages the local build has.
 */
export const overrideProblems = ['unknown-release', 'does-not-fit', 'no-manifest'] as const;
export type OverrideProblem = (typeof overrideProblems)[number];

/** What became of one remote of an override. */
export const overriddenSchema = z.object({
  name,
  asked: overrideTargetSchema,
  /** The version that is shown; null where there is none to show. */
  shown: z.nullable(version),
  problem: z.nullable(z.enum(overrideProblems)),
  /** In words for its team, why it does not fit. */
  why: z.array(z.string()),
});

export type Overridden = z.infer<typeof overriddenSchema>;

/**
 * In pages that are shown under an override, and in no others, as JSON in `<script type="application/json"
 * id="ve-override">`. Its attribute `data-origins` lists the local origins that such a page may load remotes from.
 */
export const pageOverrideSchema = z.object({
  /** `staff`: one of them asked for it, in their own session. `work-on`: this service is configured with it. */
  by: z.enum(['staff', 'work-on']),
  remotes: z.array(overriddenSchema),
  /** By name, the version of every release on the page, the shell's included, and what gave it to this page. */
  releases: z.record(name, z.object({ version, from: z.enum(['stable', 'canary', 'override', 'local']) })),
});

export type PageOverride = z.infer<typeof pageOverrideSchema>;
