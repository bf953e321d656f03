import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReleaseBuildSource } from '@ve/contracts/release-build-source';
import { type ReleaseChannelName, releaseSchema, type Release } from '@ve/contracts/remote-manifest';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { type ReleaseFile, sortFilesByPath } from './release-files.ts';

/** Files by their hash (SHA-256 in hexadecimal). */
export type FileContentsByHash = ReadonlyMap<string, Uint8Array>;

/** A stored release as it was written, which may be of an earlier contract, with its files; null when there is none. */
export const findWrittenRelease = async (
  em: EntityManager,
  { name, version }: { name: string; version: string },
): Promise<{ release: unknown; files: ReleaseFile[]; previewOnly: boolean } | null> => {
  const query = tables(em).selectFrom('remote_releases').select(['release', 'files', 'previewOnly']);
  return (await query.where('name', '=', name).where('version', '=', version).executeTakeFirst()) ?? null;
};

/** Writes a release; one that is stored only gets these files, and one that was for previews only is replaced. */
export const writeRelease = async (
  em: EntityManager,
  {
    release,
    files,
    builtFrom,
    previewOnly,
  }: {
    release: Release;
    files: readonly ReleaseFile[];
    builtFrom: ReleaseBuildSource | null;
    previewOnly: boolean;
  },
  { by, now }: { by: string; now: Date },
): Promise<void> => {
  const { name, version } = release;
  const list = JSON.stringify(files);
  const written = { release, files: list, publishedAt: now, publishedBy: by, builtFrom, previewOnly };
  const { numUpdatedRows } = await tables(em)
    .updateTable('remote_releases')
    .set(written)
    .where('name', '=', name)
    .where('version', '=', version)
    .where('previewOnly', '=', true)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  await tables(em)
    .insertInto('remote_releases')
    .values({ name, version, ...written })
    .onConflict((conflict) => conflict.columns(['name', 'version']).doUpdateSet({ files: list }))
    .execute();
};

/** The number of stored releases of a name that are for previews only and were published after `since`. */
export const countPreviewOnlyReleases = async (em: EntityManager, name: string, since: Date): Promise<number> => {
  const { count } = await tables(em)
    .selectFrom('remote_releases')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('name', '=', name)
    .where('previewOnly', '=', true)
    .where('publishedAt', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** What the stored releases among these were built from, by `<name>@<version>`; those of unknown source are missing. */
export const findReleaseBuildSources = async (
  em: EntityManager,
  releases: readonly { name: string; version: string }[],
): Promise<Map<string, ReleaseBuildSource>> => {
  if (releases.length === 0) return new Map();
  const rows = await tables(em)
    .selectFrom('remote_releases')
    .select(['name', 'version', 'builtFrom'])
    .where((row) => row.or(releases.map(({ name, version }) => row.and({ name, version }))))
    .execute();
  return new Map(
    rows.flatMap(({ name, version, builtFrom }) =>
      builtFrom === null ? [] : ([[`${name}@${version}`, builtFrom]] as const),
    ),
  );
};

/** Whether visitors are served this version. */
export const isReleaseInChannel = async (em: EntityManager, name: string, version: string): Promise<boolean> => {
  const channel = await tables(em)
    .selectFrom('release_channels')
    .select('channel')
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst();
  return channel !== undefined;
};

/** A release prerendered by one version of the shell. */
export interface PrerenderedPagesKey {
  shellVersion: string;
  name: string;
  version: string;
}

/** Writes the prerendered pages of a release. */
export const writePrerenderedPages = async (
  em: EntityManager,
  { files, ...pair }: PrerenderedPagesKey & { files: readonly ReleaseFile[] },
  now: Date,
): Promise<void> => {
  await tables(em)
    .insertInto('prerendered_pages')
    .values({ ...pair, files: JSON.stringify(files), createdAt: now })
    .execute();
};

/** Deletes the prerendered pages of a release. */
export const deletePrerenderedPages = async (
  em: EntityManager,
  { shellVersion, name, version }: PrerenderedPagesKey,
): Promise<void> => {
  await tables(em)
    .deleteFrom('prerendered_pages')
    .where('shellVersion', '=', shellVersion)
    .where('name', '=', name)
    .where('version', '=', version)
    .execute();
};

/** The releases and shells whose pages are stored. */
export const listPrerenderedPagesKeys = (em: EntityManager): Promise<PrerenderedPagesKey[]> =>
  tables(em).selectFrom('prerendered_pages').select(['shellVersion', 'name', 'version']).execute();

/**
 * Stores the missing contents and returns the files with their stored sizes; or stores nothing and returns the hashes
 * that are neither uploaded nor stored.
 */
export const storeReleaseFiles = async (
  transaction: EntityManager,
  files: readonly ReleaseFile[],
  contents: FileContentsByHash,
): Promise<{ files: ReleaseFile[] } | { missing: string[] }> => {
  const hashes = [...new Set(files.map(({ hash }) => hash))];
  const sizes = await sizesOf(transaction, hashes);
  const needed = hashes.filter((hash) => !sizes.has(hash));
  const missing = needed.filter((hash) => !contents.has(hash));
  if (missing.length > 0) return { missing };
  // In one order everywhere, so that two releases with the same new files do not deadlock.
  for (const hash of needed.toSorted()) {
    const content = Buffer.from(contents.get(hash) ?? []);
    sizes.set(hash, content.length);
    await tables(transaction)
      .insertInto('release_files')
      .values({ hash, size: content.length, content })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
  }
  return { files: sortFilesByPath(files.map(({ path, hash }) => ({ path, hash, size: sizes.get(hash) ?? 0 }))) };
};

const sizesOf = async (em: EntityManager, hashes: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ hash: string; size: number }>`
    select hash, size from release_files where hash = any(${hashes})
  `.execute(tables(em));
  return new Map(rows.map(({ hash, size }) => [hash, size]));
};

/** Returns those of the given hashes without stored content. */
export const findMissingFileHashes = async (em: EntityManager, hashes: readonly string[]): Promise<string[]> => {
  const sizes = await sizesOf(em, hashes);
  return [...new Set(hashes)].filter((hash) => !sizes.has(hash));
};

/** A row whose release does not match `contracts/remote-manifest`. */
export interface UnreadableRelease {
  name: string;
  version: string;
  /** The path and message of the validation issue, without the value. */
  issue: string;
}

export interface ChannelRelease {
  name: string;
  channel: ReleaseChannelName;
  /** The percentage of visitors that get it; 100 for stable. */
  share: number;
  since: Date;
  release: Release;
}

export interface StoredReleaseChannels {
  /** The live releases, ordered by name; the canary of a name before its stable release. */
  channels: ChannelRelease[];
  unreadable: UnreadableRelease[];
}

/** Releases in channels as last read, by their names, versions and row versions. */
export type ParsedReleaseCache = Map<string, Release>;

/**
 * Returns the releases in channels, without their calls (`findLiveReleaseApiCalls`), which no page needs. Each row is
 * parsed separately: an invalid row affects only its own release. Rows in `known` are neither fetched nor parsed again;
 * `known` is updated to the releases that are in channels now.
 */
export const readStoredReleaseChannels = async (
  em: EntityManager,
  known: ParsedReleaseCache = new Map(),
): Promise<StoredReleaseChannels> => {
  const rows = await tables(em)
    .selectFrom('release_channels as given')
    .innerJoin('remote_releases as stored', (join) =>
      join.onRef('stored.name', '=', 'given.name').onRef('stored.version', '=', 'given.version'),
    )
    .select(['given.name', 'given.channel', 'given.version', 'given.share', 'given.assignedAt as since'])
    // The transaction that wrote the row, which differs after any change.
    .select(sql<string>`stored.xmin::text`.as('written'))
    .orderBy('given.name')
    .orderBy('given.channel')
    .execute();
  const keyed = rows.map(({ written, ...row }) => ({ ...row, key: `${row.name}@${row.version} ${written}` }));
  const read = await readRows(
    em,
    keyed.filter(({ key }) => !known.has(key)),
  );
  const found: StoredReleaseChannels = { channels: [], unreadable: [] };
  for (const { key, version, ...given } of keyed) {
    const { release, issue } = read.get(`${given.name}@${version}`) ?? { release: known.get(key) };
    if (release !== undefined) {
      known.set(key, release);
      found.channels.push({ ...given, release });
    } else if (issue !== undefined) found.unreadable.push({ name: given.name, version, issue });
  }
  const live = new Set(keyed.map(({ key }) => key));
  for (const key of known.keys()) if (!live.has(key)) known.delete(key);
  return found;
};

interface ReadRow {
  release?: Release;
  /** Why it cannot be read. */
  issue?: string;
}

/** Reads rows by name and version; those that were pruned meanwhile are left out. */
const readRows = async (
  em: EntityManager,
  wanted: readonly { name: string; version: string }[],
): Promise<Map<string, ReadRow>> => {
  if (wanted.length === 0) return new Map();
  const rows = await tables(em)
    .selectFrom('remote_releases')
    .select(['name', 'version', sql<unknown>`release - 'calls'`.as('release')])
    .where((eb) =>
      eb(
        eb.refTuple('name', 'version'),
        'in',
        wanted.map(({ name, version }) => eb.tuple(name, version)),
      ),
    )
    .execute();
  return new Map(
    rows.map(({ name, version, release }): [string, ReadRow] => {
      const { data, error } = releaseSchema.safeParse(release);
      return [`${name}@${version}`, error ? { issue: describeIssue(error.issues) } : { release: data }];
    }),
  );
};

/** Issues are shortened because stored keys may have any length. */
const maxIssueLength = 300;

const describeIssue = (issues: readonly { path: PropertyKey[]; message: string }[]): string => {
  const [first] = issues;
  if (first === undefined) return 'is not valid';
  return `${first.path.map(String).join('.') || '(whole)'}: ${first.message}`.slice(0, maxIssueLength);
};

/**
 * Returns a stored release that may be for previews only, and whether it is; null when there is none, or it cannot be
 * read.
 */
export const readReleaseForPreview = async (
  em: EntityManager,
  name: string,
  version: string,
): Promise<{ release: Release; previewOnly: boolean } | null> => {
  const row = await tables(em)
    .selectFrom('remote_releases')
    .select(['release', 'previewOnly'])
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst();
  const release = releaseSchema.safeParse(row?.release).data;
  return row === undefined || release === undefined ? null : { release, previewOnly: row.previewOnly };
};

/** Returns a stored release, in a channel or not; null when there is none, it cannot be read, or is for previews only. */
export const readRelease = async (em: EntityManager, name: string, version: string): Promise<Release | null> => {
  const found = await readReleaseForPreview(em, name, version);
  return found === null || found.previewOnly ? null : found.release;
};

/** Returns the files of a release that may be for previews only, and whether it is; null when it is not stored. */
export const findReleaseFilesForPreview = async (
  em: EntityManager,
  name: string,
  version: string,
): Promise<{ files: ReleaseFile[]; previewOnly: boolean } | null> => {
  const row = await tables(em)
    .selectFrom('remote_releases')
    .select(['files', 'previewOnly'])
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst();
  return row ?? null;
};

/** Returns the files of a release; null when it is not stored, or is for previews only. */
export const findReleaseFiles = async (
  em: EntityManager,
  name: string,
  version: string,
): Promise<ReleaseFile[] | null> => {
  const found = await findReleaseFilesForPreview(em, name, version);
  return found === null || found.previewOnly ? null : found.files;
};

/** Returns the pages of a release prerendered by a shell; null when they are not stored. */
export const findPrerenderedPagesOfRelease = async (
  em: EntityManager,
  { shellVersion, name, version }: { shellVersion: string; name: string; version: string },
): Promise<ReleaseFile[] | null> => {
  const row = await tables(em)
    .selectFrom('prerendered_pages')
    .select('files')
    .where('shellVersion', '=', shellVersion)
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.files ?? null;
};

/** Returns the content of a file by its hash; null when it is not stored. */
export const readReleaseFileContent = async (em: EntityManager, hash: string): Promise<Uint8Array | null> => {
  const row = await tables(em)
    .selectFrom('release_files')
    .select('content')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row?.content ?? null;
};

export interface ListedRelease {
  name: string;
  version: string;
  publishedAt: Date;
  publishedBy: string;
  builtFrom: ReleaseBuildSource | null;
  contract: string;
  /** The entry of its build for Node. */
  node: string | null;
  /** Null: it is in no channel. */
  channel: ReleaseChannelName | null;
  share: number | null;
}

/** Listed releases per name. */
const maxListed = 100;

/**
 * The newest stored releases of a name, or of each name, newest first, and those in a channel of any age. A release
 * without files, which cannot be moved into a channel, is listed only while it is in one; one for previews only never.
 */
export const listReleases = async (em: EntityManager, name?: string): Promise<ListedRelease[]> => {
  const { rows } = await sql<ListedRelease>`
    select name, version, "publishedAt", "publishedBy", "builtFrom", contract, node, channel, share from (
      select stored.name, stored.version, published_at as "publishedAt", published_by as "publishedBy",
        built_from as "builtFrom",
        coalesce(release ->> 'contract', '') as contract, release ->> 'node' as node, channel, share,
        row_number() over (partition by stored.name order by published_at desc, stored.version) as place
      from remote_releases stored
      left join release_channels given on given.name = stored.name and given.version = stored.version
      where (files <> '[]' or channel is not null) and not preview_only and ${name === undefined ? sql`true` : sql`stored.name = ${name}`}
    ) placed
    where place <= ${maxListed} or channel is not null
    order by "publishedAt" desc, name, version
  `.execute(tables(em));
  return rows;
};
