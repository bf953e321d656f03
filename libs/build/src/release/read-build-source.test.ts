import { releaseBuildSourceSchema } from '@ve/contracts/release-build-source';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReleaseBuildSource } from './read-build-source.ts';

let root = '';
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 've-build-source-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const commitOnce = (): string => {
  git('init', '--initial-branch=orders');
  writeFileSync(join(root, 'a.txt'), 'a');
  git('add', '.');
  git('commit', '--message=One');
  return git('rev-parse', 'HEAD');
};

test('is null outside of a repository, and before the first commit', () => {
  expect(readReleaseBuildSource(root, {})).toBeNull();
  git('init');
  expect(readReleaseBuildSource(root, {})).toBeNull();
});

test('names commit, branch, and whether something is in no commit', () => {
  const commit = commitOnce();
  expect(readReleaseBuildSource(root, {})).toEqual({ commit, branch: 'orders', dirty: false, ciUrl: null });
  writeFileSync(join(root, 'b.txt'), 'b');
  expect(readReleaseBuildSource(root, {})).toMatchObject({ dirty: true });
});

test.each([
  [
    {
      GITHUB_SERVER_URL: 'https://git.example',
      GITHUB_REPOSITORY: 'us/site',
      GITHUB_RUN_ID: '7',
      GITHUB_REF_NAME: 'x',
    },
    { branch: 'x', ciUrl: 'https://git.example/us/site/actions/runs/7' },
  ],
  [
    { CI_JOB_URL: 'https://git.example/us/site/-/jobs/9', CI_COMMIT_REF_NAME: 'y' },
    { branch: 'y', ciUrl: 'https://git.example/us/site/-/jobs/9' },
  ],
  [{ CI_JOB_URL: 'javascript:alert(1)' }, { branch: null, ciUrl: null }],
  [{}, { branch: null, ciUrl: null }],
])('names the run and the branch of a CI, which checks out a commit: %j', (environment, expected) => {
  const commit = commitOnce();
  git('checkout', '--detach');
  const read = readReleaseBuildSource(root, environment);
  expect(read).toEqual({ commit, dirty: false, ...expected });
  expect(releaseBuildSourceSchema.safeParse(read).success).toBe(true);
});
