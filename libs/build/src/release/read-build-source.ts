import type { ReleaseBuildSource } from '@ve/contracts/release-build-source';
import { execFileSync } from 'node:child_process';

type Environment = Readonly<Record<string, string | undefined>>;

/** Null where git is missing or fails. */
function git(root: string, ...args: string[]): string | null {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

/** The page of the CI run: of GitHub's variables, else of GitLab's. */
function ciUrlOf({ GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, CI_JOB_URL }: Environment): string | null {
  const url = GITHUB_RUN_ID
    ? `${GITHUB_SERVER_URL ?? ''}/${GITHUB_REPOSITORY ?? ''}/actions/runs/${GITHUB_RUN_ID}`
    : (CI_JOB_URL ?? '');
  return /^https:\/\/[^\s"'<>\\]{1,490}$/.test(url) ? url : null;
}

/** A CI checks out a commit, and names its branch in a variable. */
const branchOf = (
  checkedOut: string | null,
  { GITHUB_HEAD_REF, GITHUB_REF_NAME, CI_COMMIT_REF_NAME }: Environment,
): string | null => checkedOut || GITHUB_HEAD_REF || GITHUB_REF_NAME || CI_COMMIT_REF_NAME || null;

/** What the sources in this folder are of; null where they are in no commit, such as in an image. */
export function readReleaseBuildSource(root: string, environment: Environment): ReleaseBuildSource | null {
  const commit = git(root, 'rev-parse', '--verify', 'HEAD');
  const status = commit === null ? null : git(root, 'status', '--porcelain');
  if (commit === null || status === null) return null;
  return {
    commit,
    branch: branchOf(git(root, 'symbolic-ref', '--short', '--quiet', 'HEAD'), environment)?.slice(0, 200) ?? null,
    dirty: status !== '',
    ciUrl: ciUrlOf(environment),
  };
}
