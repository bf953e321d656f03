import { readdir, readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join, relative, sep } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { findApiCallDifferences, createServedCallLookup } from '@ve/contracts/call-schemas';
import { everyEndpoint } from '@ve/contracts/every-endpoint';
import { publishableReleaseSchema } from '@ve/contracts/published-release';
import { releaseBuildSourceSchema } from '@ve/contracts/release-build-source';
import { compareWithLiveReleases } from '@ve/contracts/release-findings';
import { type Release, releaseSchema } from '@ve/contracts/remote-manifest';
import * as z from 'zod';
import { findLiveReleaseApiCalls, findUnservedReleaseApiCalls } from '@ve/data/releases/registry/live-release-calls';
import type { ReleaseFile } from '@ve/data/releases/registry/release-files';
import { lockAllReleases } from '@ve/data/releases/registry/release-locks';
import {
  findReleaseChannels,
  findNamesMovedByTeams,
  wasReleaseWithdrawn,
} from '@ve/data/releases/registry/release-move.repository';
import {
  deletePrerenderedPages,
  listPrerenderedPagesKeys,
  readStoredReleaseChannels,
} from '@ve/data/releases/registry/release.repository';
import { moveRelease } from './move-release.ts';
import { storePrerenderedPages, storeRelease } from './store-release.ts';

const liveSchema = z.record(releaseSchema.shape.name, releaseSchema.shape.version);

/**
 * `replace`: the releases of the store become stable, regardless of the ones before, and canaries of their names end
 * (development, tests). `keep`: excludes names that a team releases with its token, and releases withdrawn from
 * visitors since this command last moved that name; each remaining release has to fit the live ones, and all live
 * releases the API of this version.
 */
export type ReleaseStorePublishMode = 'replace' | 'keep';

export interface ReleaseStorePublishResult {
  /** Those names of `live.json` whose release in the store is stable now. */
  stable: string[];
  /** Names that keep the releases of their teams. */
  kept: string[];
  /** Names whose release in the store was withdrawn from visitors: they are unchanged. */
  withdrawn: { name: string; version: string; stable: string }[];
  /** Live releases without prerendered pages: browsers render them. */
  unrendered: { shell: string; name: string; version: string }[];
  /** Stored before with other content, which is kept, and is live if it was: `mfe-report 3f2a`. */
  different: string[];
}

/**
 * Stores the releases named in `<store>/live.json` with their files and prerendered pages, and makes them stable, all
 * or none. Null when the store has no `live.json`.
 * @throws Error when a named folder is missing or is not a release of that name and version within the limits of a
 *   publish; with `keep` also when a release is stored with other content and would become stable, when one does not
 *   fit the live ones, or when live pages call an endpoint that this version no longer serves
 */
export const publishReleaseStore = async (
  em: EntityManager,
  { store, mode, by }: { store: string; mode: ReleaseStorePublishMode; by: string },
  now: Date,
): Promise<ReleaseStorePublishResult | null> => {
  const live = await readJson(join(store, 'live.json'));
  if (live === undefined) return null;
  const named = Object.entries(liveSchema.parse(live));
  // Only said by a build in a repository.
  const { data: builtFrom } = releaseBuildSourceSchema.safeParse(await readJson(join(store, 'built-from.json')));
  return em.transactional(async (transaction) => {
    await lockAllReleases(transaction);
    const different: string[] = [];
    /** Names whose stored content differs from the store's. */
    const differing = new Set<string>();
    const note = (what: string, { outcome }: { outcome: string }): boolean => {
      if (outcome === 'stored' || outcome === 'same') return false;
      if (outcome !== 'conflict') throw new Error(`${what} could not be stored: ${outcome}`);
      different.push(what);
      return true;
    };
    for (const [name, version] of named) {
      const folder = join(store, name, version);
      const upload = {
        release: await readRelease(folder, name, version),
        ...(await readFolder(folder)),
        builtFrom,
        isServed: true,
      };
      if (note(`${name} ${version}`, await storeRelease(transaction, { upload, by }, now))) differing.add(name);
    }
    const shellVersion = named.find(([name]) => name === 'shell')?.[1];
    for (const [name, version] of shellVersion === undefined ? [] : named) {
      const pages = await readFolder(join(store, 'prerendered', shellVersion ?? '', name, version));
      // Pages rendered from other content than the stored one would not match the live pages.
      if (pages.files.length === 0 || differing.has(name) || differing.has('shell')) continue;
      const pair = { shellVersion: shellVersion ?? '', name, version, ...pages };
      // A changed build may render them differently.
      if (mode === 'replace') await deletePrerenderedPages(transaction, pair);
      note(`the pages of ${name} ${version}`, await storePrerenderedPages(transaction, { pages: pair, by }, now));
    }
    const { channels: before } = await readStoredReleaseChannels(transaction);
    const published: ReleaseStorePublishResult = { stable: [], kept: [], withdrawn: [], unrendered: [], different };
    const changed: string[] = [];
    const teams = mode === 'replace' ? new Set<string>() : await findNamesMovedByTeams(transaction);
    for (const [name, version] of named) {
      const stable = mode === 'replace' ? null : await insteadOf(transaction, { name, version, by });
      if (teams.has(name)) published.kept.push(name);
      else if (stable !== null) published.withdrawn.push({ name, version, stable });
      else {
        if (mode === 'replace') await endCanary(transaction, { name, by }, now);
        const { outcome } = await moveRelease(transaction, { name, move: { action: 'stable', version }, by }, now);
        published.stable.push(name);
        if (outcome === 'moved') changed.push(name);
      }
    }
    if (mode === 'replace') return published;
    requireUnchangedContent(changed.filter((name) => differing.has(name)));
    await requireFit(transaction, { changed, fromStore: published.stable, before });
    await requireServedCalls(transaction);
    return { ...published, unrendered: await unrenderedPairs(transaction) };
  });
};

/**
 * Returns the release of a folder.
 * @throws Error when it is another release, or may not be published
 */
const readRelease = async (folder: string, name: string, version: string): Promise<Release> => {
  const file = join(folder, 'release.json');
  const { data, error } = publishableReleaseSchema.safeParse(await readJson(file));
  if (data?.name === name && data.version === version) return data;
  const [issue] = error?.issues ?? [];
  const why = issue === undefined ? '' : `: ${issue.path.map(String).join('.')}: ${issue.message}`;
  throw new Error(`${file} is not the release ${name} ${version} that live.json names${why}`);
};

const endCanary = async (em: EntityManager, { name, by }: { name: string; by: string }, now: Date): Promise<void> => {
  if (!(await findReleaseChannels(em, name)).some(({ channel }) => channel === 'canary')) return;
  const why = 'the store was published in the place of whatever was';
  await moveRelease(em, { name, move: { action: 'rollback' }, by, why }, now);
};

/**
 * The holder of a token can store any version of its name, which alone does not make it live.
 * @throws Error with the releases that would become stable with other content than the store's
 */
const requireUnchangedContent = (differing: readonly string[]): void => {
  if (differing.length === 0) return;
  throw new Error(
    `no release was moved, since other content is stored under the version that the store has of ` +
      `${differing.join(', ')}: build again with any change`,
  );
};

/** @throws Error with all calls of live pages that this version does not serve compatibly */
const requireServedCalls = async (em: EntityManager): Promise<void> => {
  const served = createServedCallLookup(await everyEndpoint());
  const differences = findUnservedReleaseApiCalls(await findLiveReleaseApiCalls(em), (calls) =>
    findApiCallDifferences(calls, served),
  );
  if (differences.length === 0) return;
  throw new Error(
    `no release was moved, since live releases were built with an API that this version no longer serves:\n` +
      `${differences.join('\n')}\nThe earlier version goes on; what clears the way is in ` +
      `docs/operations/alarms/process-does-not-start.md`,
  );
};

/**
 * Returns the stable version when this version was withdrawn from visitors since `by` last moved the name; else null.
 */
const insteadOf = async (
  em: EntityManager,
  { name, version, by }: { name: string; version: string; by: string },
): Promise<string | null> => {
  if (!(await wasReleaseWithdrawn(em, { name, version, by }))) return null;
  const stable = (await findReleaseChannels(em, name)).find(({ channel }) => channel === 'stable')?.version;
  return stable === undefined || stable === version ? null : stable;
};

type StoredChannels = Awaited<ReturnType<typeof readStoredReleaseChannels>>['channels'];

/**
 * Checks each changed name against the other live releases. `before`: what was live before the moves.
 * @throws Error with everything that does not fit
 */
const requireFit = async (
  em: EntityManager,
  { changed, fromStore, before }: { changed: readonly string[]; fromStore: readonly string[]; before: StoredChannels },
): Promise<void> => {
  const { channels } = await readStoredReleaseChannels(em);
  const isReplaced = ({ channel, release: { name } }: StoredChannels[number]) =>
    channel === 'stable' && fromStore.includes(name);
  const unchanged = channels.filter((each) => !isReplaced(each));
  const problems = channels
    .filter((each) => isReplaced(each) && changed.includes(each.name))
    .flatMap(({ name, release }) => {
      const replaced = before.filter((each) => each.name === name);
      return compareWithLiveReleases(release, [...unchanged, ...replaced]).problems;
    });
  if (problems.length > 0) {
    throw new Error(`no release was moved, since some do not fit what is live:\n${problems.join('\n')}`);
  }
};

/** Live releases with pages to prerender that a live shell has not rendered. */
const unrenderedPairs = async (em: EntityManager): Promise<ReleaseStorePublishResult['unrendered']> => {
  const { channels } = await readStoredReleaseChannels(em);
  const pairs = await listPrerenderedPagesKeys(em);
  const rendered = new Set(pairs.map(({ shellVersion: shell, name, version }) => `${shell} ${name} ${version}`));
  const shells = channels.filter(({ name }) => name === 'shell').map(({ release }) => release.version);
  return shells.flatMap((shell) =>
    channels
      .map(({ release: { name, version, prerender } }) => ({ shell, name, version, empty: prerender.length === 0 }))
      .filter(({ name, version, empty }) => name !== 'shell' && !empty && !rendered.has(`${shell} ${name} ${version}`))
      .map(({ name, version }) => ({ shell, name, version })),
  );
};

/** Returns the files of a folder by their relative paths; none when the folder does not exist. */
const readFolder = async (folder: string): Promise<{ files: ReleaseFile[]; contents: Map<string, Uint8Array> }> => {
  const files: ReleaseFile[] = [];
  const contents = new Map<string, Uint8Array>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const content = await readFile(file);
    const hash = createHash('sha256').update(content).digest('hex');
    files.push({ path: relative(folder, file).replaceAll(sep, '/'), hash, size: content.length });
    contents.set(hash, content);
  }
  return { files, contents };
};

const isAbsent = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

/** Returns undefined when the file does not exist. */
const readJson = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw new Error(`${file} cannot be read as JSON`, { cause: error });
  }
};
