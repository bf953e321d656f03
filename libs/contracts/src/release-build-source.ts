import * as z from 'zod/mini';

/** What a release was built from, as its build reported it. */
export const releaseBuildSourceSchema = z.object({
  commit: z.string().check(z.regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/)),
  /** Null where no branch was checked out. */
  branch: z.nullable(z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}\s]+$/u))),
  /** The sources had changes that are in no commit. */
  dirty: z.boolean(),
  /** The page of the CI run; null for a build on a machine of a developer. */
  ciUrl: z.nullable(z.string().check(z.maxLength(500), z.regex(/^https:\/\/[^\s"'<>\\]+$/))),
});

export type ReleaseBuildSource = z.infer<typeof releaseBuildSourceSchema>;

/** For staff and teams, on one line: `3f2a9c1e4b7d (main), with changes that are in no commit`. */
export const formatReleaseBuildSource = ({ commit, branch, dirty }: ReleaseBuildSource): string =>
  `${commit.slice(0, 12)}${branch === null ? '' : ` (${branch})`}${dirty ? ', with changes that are in no commit' : ''}`;
