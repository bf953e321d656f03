import { Inject, Injectable } from '@nestjs/common';
import type { ReleaseFile } from '@ve/data/releases/registry/release-files';
import {
  readReleaseFileContent,
  findPrerenderedPagesOfRelease,
  findReleaseFiles,
  findReleaseFilesForPreview,
} from '@ve/data/releases/registry/release.repository';
import type { Clock } from '@ve/domain/kernel/time/clock';
import type { Logger } from '@ve/server-kit/log/logger';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BffConfig } from '../../config.ts';
import { BffDatabase } from '../../platform/database.ts';
import { PageDatabaseReadTimeout } from '../live/page-read-timeout.ts';
import { CLOCK_TOKEN, CONFIG_TOKEN, LOGGER_TOKEN } from '../../platform/injection-tokens.ts';
import { ReleaseCache, folderContainsFiles } from './release-cache.ts';

/** A release, or with the version of a shell the pages that it rendered of that release. */
export interface ReleaseFilesKey {
  name: string;
  version: string;
  renderedBy?: string;
}

/** The location of a file: in a folder below `root`, or only in the database. */
export type ReleaseFileLocation =
  { is: 'on-disk'; root: string; path: string } | { is: 'stored'; files: DatabaseReleaseFiles };

export interface DatabaseReleaseFiles {
  /** The hash of each file by its path. */
  hashes: ReadonlyMap<string, string>;
  read(path: string): Promise<Uint8Array | null>;
}

interface Known {
  /** The folder that contains all files as published; null if there is none. */
  root: string | null;
  files: readonly ReleaseFile[];
}

interface Listed {
  em: ReturnType<BffDatabase['em']>;
  /** Null when the place is not published. */
  files: readonly ReleaseFile[] | null;
}

/** A pending read of a place: its files from the database, then whether a disk has them. */
interface PendingRead {
  listed: Promise<Listed>;
  known: Promise<Known | null>;
}

const folderOf = ({ name, version, renderedBy }: ReleaseFilesKey): string =>
  renderedBy === undefined ? join(name, version) : join('prerendered', renderedBy, name, version);

/** Excludes names like `..`, which match the patterns of the contract. */
const isPlain = (path: string): boolean =>
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

const maxCachedPlaces = 500;
/** A separate limit: any client can request unpublished places, which must not displace releases. */
const maxCachedAbsences = 500;
/** How long a disk that could not be written to is not tried again, and an absence is cached, in milliseconds. */
const pauseMs = 5_000;

/**
 * The files of releases and prerendered pages: from STORE_DIR, otherwise from this machine's cache, which is filled
 * from the database, otherwise from the database itself. A folder is used once all its files were verified; one from
 * before files were stored in the database is used unverified.
 */
@Injectable()
export class ReleaseFiles {
  readonly #store: string;
  readonly #cache: ReleaseCache;
  readonly #database: BffDatabase;
  readonly #logger: Logger;
  /** The least recently used first. */
  readonly #known = new Map<string, { known: Known; until: number }>();
  /** Expiry times of cached absences; the oldest first. */
  readonly #absent = new Map<string, number>();
  readonly #pendingReads = new Map<string, PendingRead>();
  #silentUntil = 0;

  constructor(
    @Inject(CONFIG_TOKEN) config: BffConfig,
    @Inject(BffDatabase) database: BffDatabase,
    @Inject(LOGGER_TOKEN) logger: Logger,
    @Inject(CLOCK_TOKEN) now: Clock,
    @Inject(PageDatabaseReadTimeout) private readonly readTimeout: PageDatabaseReadTimeout,
  ) {
    this.#store = config.STORE_DIR;
    this.#cache = new ReleaseCache(config.RELEASE_CACHE_DIR, now);
    this.#database = database;
    this.#logger = logger;
  }

  /**
   * Null when there is no such file. Rejects when it is on no disk and the database does not answer; with `hurried`,
   * for a page, also when that takes too long.
   */
  async locate(place: ReleaseFilesKey, path: string, hurried = false): Promise<ReleaseFileLocation | null> {
    const folder = folderOf(place);
    if (!isPlain(folder) || !isPlain(path)) return null;
    const wanted = { path, hurried };
    const found = await this.#locate(place, folder, wanted);
    if (found !== 'gone') return found;
    // Its folder was deleted in the meantime.
    this.#known.delete(folder);
    const again = await this.#locate(place, folder, wanted);
    return again === 'gone' ? null : again;
  }

  /**
   * The same for a release that is for previews only; for the pages of a preview that shows it. It is on no disk, as its
   * version may be published again with other files.
   */
  async locateForPreview({ name, version }: ReleaseFilesKey, path: string): Promise<ReleaseFileLocation | null> {
    const stored = await findReleaseFilesForPreview(this.#database.em(), name, version);
    if (stored?.files.some((file) => file.path === path) !== true) return null;
    return { is: 'stored', files: this.#storedFiles(stored.files) };
  }

  /**
   * A file as text, for a page, which does not wait for a frozen database; null when there is no such file, or neither
   * disk nor database can provide it.
   */
  async text(place: ReleaseFilesKey, path: string): Promise<string | null> {
    try {
      const located = await this.locate(place, path, true);
      if (located === null) return null;
      if (located.is === 'on-disk') return await readFile(join(located.root, located.path), 'utf8');
      const { files } = located;
      const content = await this.readTimeout.try(() => files.read(path));
      return content === null ? null : Buffer.from(content).toString('utf8');
    } catch (error) {
      if (this.#mayWarn())
        this.#logger.warn(
          { event: 'release_file_unreadable', release: nameOf(place), err: error },
          'A file of a release could not be read.',
        );
      return null;
    }
  }

  /** Verifies the files of a release, and caches them on this disk before they are requested. Never rejects. */
  async prepare(place: ReleaseFilesKey): Promise<void> {
    const folder = folderOf(place);
    await this.#find(place, folder, false).catch(() => null);
    // Pages rendered from now on must be found immediately.
    this.#absent.delete(folder);
  }

  async #locate(
    place: ReleaseFilesKey,
    folder: string,
    { path, hurried }: { path: string; hurried: boolean },
  ): Promise<ReleaseFileLocation | 'gone' | null> {
    const known = await this.#find(place, folder, hurried);
    // Not published, published before files were stored in the database, or unknown while the database does not answer.
    if (known === null || known.files.length === 0) {
      for (const root of [this.#store, this.#cache.root]) {
        if (await isFile(join(root, folder, path))) return { is: 'on-disk', root, path: join(folder, path) };
      }
      return null;
    }
    const published = known.files.find((file) => file.path === path);
    if (published === undefined) return null;
    if (known.root === null) return { is: 'stored', files: this.#storedFiles(known.files) };
    // Browsers cache files for a year, so a file that was truncated since its folder was verified must not be sent.
    return (await isFile(join(known.root, folder, path), published.size))
      ? { is: 'on-disk', root: known.root, path: join(folder, path) }
      : 'gone';
  }

  #storedFiles(files: readonly ReleaseFile[]): DatabaseReleaseFiles {
    const hashes = new Map(files.map(({ path, hash }) => [path, hash]));
    return {
      hashes,
      read: (path) => {
        const hash = hashes.get(path);
        return hash === undefined ? Promise.resolve(null) : readReleaseFileContent(this.#database.em(), hash);
      },
    };
  }

  async #find(place: ReleaseFilesKey, folder: string, hurried: boolean): Promise<Known | null> {
    const cached = this.#known.get(folder);
    if (cached && cached.until > performance.now()) {
      keepNewest({ map: this.#known, key: folder, value: cached, maxEntries: maxCachedPlaces });
      return cached.known;
    }
    if ((this.#absent.get(folder) ?? 0) > performance.now()) return null;
    if (this.readTimeout.isLate() && (await this.#isOnDisk(folder))) return null;
    // Concurrent requests share one read.
    const pending = this.#pendingReads.get(folder) ?? this.#ask(place, folder);
    this.#pendingReads.set(folder, pending);
    try {
      if (hurried) {
        const { files } = await this.readTimeout.try(() => pending.listed);
        // While a disk is being filled, which may take long or hang, a page waits only for the file that it needs.
        if (files !== null && files.length > 0 && !(await this.#isOnDisk(folder))) return { root: null, files };
      }
      return await pending.known;
    } catch (error) {
      // Files on disk are served while the database does not answer.
      if (await this.#isOnDisk(folder)) return null;
      throw error;
    }
  }

  async #isOnDisk(folder: string): Promise<boolean> {
    return (await isFolder(join(this.#store, folder))) || isFolder(join(this.#cache.root, folder));
  }

  #ask(place: ReleaseFilesKey, folder: string): PendingRead {
    const listed = this.#list(place);
    const known = this.#keep(place, folder, listed);
    // The caller may not wait for it, which would make a rejection unhandled.
    known.catch(() => undefined);
    return { listed, known };
  }

  async #list({ name, version, renderedBy }: ReleaseFilesKey): Promise<Listed> {
    const em = this.#database.em();
    const files =
      renderedBy === undefined
        ? await findReleaseFiles(em, name, version)
        : await findPrerenderedPagesOfRelease(em, { shellVersion: renderedBy, name, version });
    return { em, files };
  }

  async #keep(place: ReleaseFilesKey, folder: string, listed: Promise<Listed>): Promise<Known | null> {
    try {
      const known = await this.#verify(place, folder, await listed);
      const soon = performance.now() + pauseMs;
      if (known === null) keepNewest({ map: this.#absent, key: folder, value: soon, maxEntries: maxCachedAbsences });
      else {
        const until = known.root === null ? soon : Number.POSITIVE_INFINITY;
        keepNewest({ map: this.#known, key: folder, value: { known, until }, maxEntries: maxCachedPlaces });
      }
      return known;
    } catch (error) {
      this.#known.delete(folder);
      throw error;
    } finally {
      this.#pendingReads.delete(folder);
    }
  }

  async #verify(place: ReleaseFilesKey, folder: string, { em, files }: Listed): Promise<Known | null> {
    if (files === null) return null;
    if (files.length === 0 || (await folderContainsFiles(join(this.#store, folder), files)))
      return { root: this.#store, files };
    try {
      await this.#cache.fill(folder, files, (hash) => readReleaseFileContent(em, hash));
      return { root: this.#cache.root, files };
    } catch (error) {
      if (this.#mayWarn()) {
        this.#logger.warn(
          { event: 'release_cache_fill_failed', release: nameOf(place), err: error },
          'A release could not be cached on this disk and is served from the database.',
        );
      }
      return { root: null, files };
    }
  }

  /** Rate-limits warnings: a full disk fails often, with one cause. */
  #mayWarn(): boolean {
    if (performance.now() < this.#silentUntil) return false;
    this.#silentUntil = performance.now() + pauseMs;
    return true;
  }
}

const nameOf = ({ name, version }: ReleaseFilesKey): string => `${name}@${version}`;

/** Puts an entry at the end of a map, and deletes the first one when there are more than `maxEntries`. */
function keepNewest<T>({
  map,
  key,
  value,
  maxEntries,
}: {
  map: Map<string, T>;
  key: string;
  value: T;
  maxEntries: number;
}): void {
  map.delete(key);
  map.set(key, value);
  const [first] = map.keys();
  if (map.size > maxEntries && first !== undefined) map.delete(first);
}

const isFile = (path: string, size?: number): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile() && (size === undefined || found.size === size),
    () => false,
  );

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
