import { readdir, readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join, relative, sep } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { releaseFindings } from '@ve/contracts/release-findings';
import { releaseSchema } from '@ve/contracts/remote-manifest';
import { sql } from 'kysely';
import * as z from 'zod';
import { tables } from '../entities.ts';
import type { ReleaseFile } from './release-files.ts';
import { lockAllReleases } from './release-locks.ts';
import { channelsOf, moveRelease } from './release-move.repository.ts';
import { readChannels, storePages, storeRelease } from './release.repository.ts';

const liveSchema = z.record(
  z.string().regex(/^(shell|mfe-[a-z][a-z0-9-]{1,40})$/),
  z.string().regex(/^(?!\.+$)[A-Za-z0-9._-]{1,64}$/),
);

/**
 * `replace`: the releases of the store become stable, whatever was (development, tests). `keep`: only those of names that
 * no team releases by its token, and none that somebody has taken from visitors since this command last gave a release of
 * that name; each has to fit what stays live beside it.
 */
export type PublishMode = 'replace' | 'keep';

export interface PublishedStore {
  /** Of the names in `live.json`, those whose release of the store is stable now. */
  stable: string[];
  /** Those that stay as teams have released them. */
  kept: string[];
  /** Those whose release of the store somebody has taken from visitors: they stay as they are. */
  withdrawn: { name: string; version: string; stable: string }[];
  /** What was never rendered of what is live: these pages are rendered by browsers. */
  unrendered: { shell: string; name: string; version: string }[];
  /** Stored before with other content, which stands: `mfe-report 3f2a`. */
  standing: string[];
}

/**
 * Stores the releases named in `<store>/live.json` with their files and prerendered pages, and makes them stable, all or
 * none. Null when the store has no `live.json`.
 * @throws Error when a named folder is missing or is not a release of that name and version, and with `keep` when one
 * does not fit what stays live beside it
 */
export const publishStore = async (
  em: EntityManager,
  store: string,
  mode: PublishMode,
  by: string,
  now: Date,
): Promise<PublishedStore | null> => {
  const live = await readJson(join(store, 'live.json'));
  if (live === undefined) return null;
  const named = Object.entries(liveSchema.parse(live));
  return em.transactional(async (transaction) => {
    await lockAllReleases(transaction);
    const standing: string[] = [];
    const note = (what: string, { outcome }: { outcome: string }) => {
      if (outcome === 'conflict') standing.push(what);
      else if (outcome !== 'stored' && outcome !== 'same') throw new Error(`${what} could not be stored: ${outcome}`);
    };
    for (const [name, version] of named) {
      const folder = join(store, name, version);
      const release = releaseSchema.safeParse(await readJson(join(folder, 'release.json')));
      if (!release.success || release.data.name !== name || release.data.version !== version) {
        throw new Error(`${join(folder, 'release.json')} is not the release ${name} ${version} that live.json names`);
      }
      const stored = await storeRelease(transaction, { release: release.data, ...(await readFolder(folder)) }, by, now);
      note(`${name} ${version}`, stored);
    }
    const shellVersion = named.find(([name]) => name === 'shell')?.[1];
    for (const [name, version] of shellVersion === undefined ? [] : named) {
      const pages = await readFolder(join(store, 'prerendered', shellVersion ?? '', name, version));
      if (pages.files.length === 0) continue;
      const pair = { shellVersion: shellVersion ?? '', name, version, ...pages };
      if (mode === 'replace') await forgetPages(transaction, pair);
      note(`the pages of ${name} ${version}`, await storePages(transaction, pair, now));
    }
    const published: PublishedStore = { stable: [], kept: [], withdrawn: [], unrendered: [], standing };
    const changed: string[] = [];
    const teams = mode === 'replace' ? new Set<string>() : await namesOfTeams(transaction);
    for (const [name, version] of named) {
      const stable = mode === 'replace' ? null : await insteadOf(transaction, name, version, by);
      if (teams.has(name)) published.kept.push(name);
      else if (stable !== null) published.withdrawn.push({ name, version, stable });
      else {
        const { outcome } = await moveRelease(transaction, { name, move: { action: 'stable', version }, by }, now);
        published.stable.push(name);
        if (outcome === 'moved') changed.push(name);
      }
    }
    if (mode === 'replace') return published;
    await requireFit(transaction, changed, published.stable);
    return { ...published, unrendered: await unrenderedPairs(transaction) };
  });
};

/** The names that a token has ever moved, or whose stable release was published by one. */
const namesOfTeams = async (em: EntityManager): Promise<Set<string>> => {
  const { rows } = await sql<{ name: string }>`
    select name from release_moves where "by" like 'token:%'
    union
    select name from release_channels given join remote_releases stored using (name, version)
    where channel = 'stable' and (given."by" like 'token:%' or published_by like 'token:%')
  `.execute(tables(em));
  return new Set(rows.map(({ name }) => name));
};

/** What is stable where somebody has taken this version from visitors since `by` last gave one; else null. */
const insteadOf = async (em: EntityManager, name: string, version: string, by: string): Promise<string | null> => {
  const { rows } = await sql`
    select from release_moves moved
    where name = ${name} and from_version = ${version} and action in ('stable', 'promote', 'rollback') and id > coalesce(
      (select max(id) from release_moves own where own.name = moved.name and own."by" = ${by}), 0)
  `.execute(tables(em));
  const stable = (await channelsOf(em, name)).find(({ channel }) => channel === 'stable')?.version;
  return rows.length === 0 || stable === undefined || stable === version ? null : stable;
};

/**
 * Holds each changed name against what stays live beside those that the store gives.
 * @throws Error with all that does not fit
 */
const requireFit = async (
  em: EntityManager,
  changed: readonly string[],
  fromStore: readonly string[],
): Promise<void> => {
  const { channels } = await readChannels(em);
  const isGiven = ({ channel, release: { name } }: (typeof channels)[number]) =>
    channel === 'stable' && fromStore.includes(name);
  const kept = channels.filter((each) => !isGiven(each));
  const problems = channels
    .filter((each) => isGiven(each) && changed.includes(each.name))
    .flatMap(({ release }) => releaseFindings(release, kept).problems);
  if (problems.length > 0) {
    throw new Error(`no release was moved, since some do not fit what is live:\n${problems.join('\n')}`);
  }
};

/** Live releases with pages to prerender that a live shell has not rendered. */
const unrenderedPairs = async (em: EntityManager): Promise<PublishedStore['unrendered']> => {
  const { channels } = await readChannels(em);
  const rows = await tables(em).selectFrom('prerendered_pages').select(['shell_version', 'name', 'version']).execute();
  const rendered = new Set(rows.map(({ shell_version: shell, name, version }) => `${shell} ${name} ${version}`));
  const shells = channels.filter(({ name }) => name === 'shell').map(({ release }) => release.version);
  return shells.flatMap((shell) =>
    channels
      .map(({ release: { name, version, prerender } }) => ({ shell, name, version, empty: prerender.length === 0 }))
      .filter(({ name, version, empty }) => name !== 'shell' && !empty && !rendered.has(`${shell} ${name} ${version}`))
      .map(({ name, version }) => ({ shell, name, version })),
  );
};

/** Pages of the same versions may be rendered otherwise by a changed build. */
const forgetPages = async (
  em: EntityManager,
  { shellVersion, name, version }: { shellVersion: string; name: string; version: string },
): Promise<void> => {
  await tables(em)
    .deleteFrom('prerendered_pages')
    .where('shell_version', '=', shellVersion)
    .where('name', '=', name)
    .where('version', '=', version)
    .execute();
};

/** The files of a folder by their paths in it; none when there is no such folder. */
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

/** Undefined when the file does not exist. */
const readJson = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw new Error(`${file} cannot be read as JSON`, { cause: error });
  }
};
