import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

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

/** Publishes the stable release of a remote again under another version, in no channel. Returns that version. */
export async function publishStableReleaseAgain(name: string): Promise<string> {
  const version = `preview-${randomUUID().slice(0, 8)}`;
  const client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL ?? '' });
  await client.connect();
  await client.query(
    `insert into remote_releases (name, version, release, files, published_at, published_by)
     select name, $2, jsonb_set(release, '{version}', to_jsonb($2::text)), files, now(), 'e2e'
     from remote_releases join release_channels using (name, version) where name = $1 and channel = 'stable'`,
    [name, version],
  );
  await client.end();
  const stable = (await readLiveReleaseVersions())[name] ?? '';
  await cp(join(releaseStoreFolder, name, stable), join(releaseStoreFolder, name, version), { recursive: true });
  return version;
}

/** A call to the API of releases, with the rights of a name's team. */
export type ReleaseTeamCall = (path: string, init?: { method?: string; json?: object }) => Promise<Response>;

/** Acts with the rights of a name's team, through the API that its release tool uses, or by that tool with its token. */
export async function withReleaseTeamToken(
  name: string,
  work: (as: { move: ReleaseMover; call: ReleaseTeamCall; token: string }) => Promise<void>,
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
  const call: ReleaseTeamCall = async (path, { method = 'POST', json } = {}) => {
    const answer = await fetch(new URL(`/api/releases/${name}/${path}`, process.env.E2E_BASE_URL), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    if (!answer.ok) throw new Error(`${String(answer.status)} ${await answer.text()}`);
    return answer;
  };
  try {
    const move: ReleaseMover = async (json) => {
      await call('moves', { json });
    };
    await work({ move, call, token });
  } finally {
    await command('--revoke', id);
  }
}
