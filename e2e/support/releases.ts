import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** The store from which the stack under test was published; empty where it is unknown. */
export const releaseStoreFolder = process.env.E2E_STORE_DIR ?? '';

export interface EarlierRelease {
  version: string;
  /** Provided by the shell, required by a remote. */
  contract: string;
}

/** Versions by name. */
export type VersionByReleaseName = Record<string, string>;

/** Adds the earlier releases to the store. Returns them by name. */
export async function unpackEarlierReleases(): Promise<Record<string, EarlierRelease>> {
  const { stdout } = await run(process.execPath, ['libs/build/src/cli/unpack-releases.ts', releaseStoreFolder], {
    cwd: root,
  });
  return JSON.parse(stdout) as Record<string, EarlierRelease>;
}

/** The versions that the store's build has made live. */
export const readLiveReleaseVersions = async (): Promise<VersionByReleaseName> =>
  JSON.parse(await readFile(join(releaseStoreFolder, 'live.json'), 'utf8')) as VersionByReleaseName;

/** The contract version that a release in the store provides or requires. */
export const contractVersionOf = async (name: string, version: string): Promise<string> =>
  (JSON.parse(await readFile(join(releaseStoreFolder, name, version, 'release.json'), 'utf8')) as { contract: string })
    .contract;

/** Makes these versions the stable ones of the stack under test, from its next page on. */
export async function makeReleasesStable(releases: VersionByReleaseName): Promise<void> {
  await writeFile(join(releaseStoreFolder, 'live.json'), JSON.stringify(releases));
  await run(process.execPath, ['libs/app/dist/cli/prepare.js'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: process.env.E2E_DATABASE_URL ?? '',
      STORE_DIR: releaseStoreFolder,
      PREPARE_RELEASES: 'replace',
      SEED: 'none',
    },
  });
}

/** Moves releases of one name in the stack under test. @throws Error with the response when that is rejected */
export type ReleaseMover = (move: object) => Promise<void>;

/** Acts with the rights of a name's team, through the API that its release tool uses, or by that tool with its token. */
export async function withReleaseTeamToken(
  name: string,
  work: (move: ReleaseMover, token: string) => Promise<void>,
): Promise<void> {
  const command = async (...given: string[]): Promise<string> => {
    const { stdout } = await run(process.execPath, ['libs/data/dist/cli/release-token.js', ...given], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: process.env.E2E_DATABASE_URL ?? '' },
    });
    return stdout;
  };
  const made = await command(name, '--label', 'e2e');
  const [, token = ''] = /^RELEASE_TOKEN=(\S+)$/m.exec(made) ?? [];
  const [, id = ''] = /--revoke (\S+)$/m.exec(made) ?? [];
  try {
    await work(async (move) => {
      const answer = await fetch(new URL(`/api/releases/${name}/moves`, process.env.E2E_BASE_URL), {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(move),
      });
      if (!answer.ok) throw new Error(`${String(answer.status)} ${await answer.text()}`);
    }, token);
  } finally {
    await command('--revoke', id);
  }
}
