import type { ReleaseFile } from '@ve/data/releases/registry/release-files';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** More than are live at the same time; each holds a few megabytes. */
const maxFolders = 200;
const unfinished = '.unfinished';

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/**
 * Folders of releases on this machine's disk, each complete or absent. The longest unused are deleted when there are
 * too many, or the disk is full; they can be filled again.
 */
export class ReleaseCache {
  /** The last deletion of folders on a full disk. */
  #pruning: Promise<void> = Promise.resolve();

  constructor(
    readonly root: string,
    private readonly now: Clock,
  ) {}

  /**
   * Makes sure that a folder has these files.
   * @throws Error when the disk cannot be written to, or a content cannot be read or has another hash
   */
  async fill(
    folder: string,
    files: readonly ReleaseFile[],
    read: (hash: string) => Promise<Uint8Array | null>,
  ): Promise<void> {
    const target = join(this.root, folder);
    if ((await folderContainsFiles(target, files)) && (await this.#use(target))) return;
    const pruning = this.#pruning;
    await pruning.catch(() => undefined);
    await this.#make(target, files, read).catch(async (error: unknown) => {
      if (!isFull(error)) throw error;
      // If several find the disk full, the first makes space for all.
      if (this.#pruning === pruning) this.#pruning = this.#pruneHalf();
      await this.#pruning;
      await this.#make(target, files, read);
    });
    if (!(await this.#use(target))) throw new Error(`${folder} made room for others before it was used`);
  }

  /** Updates the time of the last use. Returns false when the folder does not exist any more. */
  async #use(target: string): Promise<boolean> {
    const now = this.now();
    try {
      await utimes(target, now, now);
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
      throw error;
    }
  }

  async #make(
    target: string,
    files: readonly ReleaseFile[],
    read: (hash: string) => Promise<Uint8Array | null>,
  ): Promise<void> {
    await mkdir(join(this.root, unfinished), { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(this.root, unfinished, 'release-'));
    try {
      for (const { path, hash } of files) {
        const content = await read(hash);
        if (content === null || createHash('sha256').update(content).digest('hex') !== hash) {
          throw new Error(`the content of ${path} is not stored as it was published`);
        }
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), content);
      }
      await this.#putInPlace(folder, target, files);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    await this.#prune(maxFolders);
  }

  /** Moves a complete folder to its place; another process may have done so meanwhile. */
  async #putInPlace(folder: string, target: string, files: readonly ReleaseFile[]): Promise<void> {
    await mkdir(dirname(target), { recursive: true });
    try {
      await rename(folder, target);
    } catch (error) {
      if (await folderContainsFiles(target, files)) return;
      // The existing folder is damaged.
      await rm(target, { recursive: true, force: true });
      await rename(folder, target).catch(() => {
        throw error;
      });
    }
  }

  async #pruneHalf(): Promise<void> {
    await this.#prune(Math.floor((await this.#folders()).length / 2));
  }

  async #prune(maxKept: number): Promise<void> {
    const folders = await this.#folders();
    for (const { folder } of folders.toSorted((a, b) => b.usedAt - a.usedAt).slice(maxKept)) {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #folders(): Promise<{ folder: string; usedAt: number }[]> {
    const below = async (folder: string, depth: number): Promise<string[]> => {
      if (depth === 0) return [folder];
      const names = await readdir(folder).catch(() => []);
      const finished = names.filter((name) => name !== unfinished);
      return (await Promise.all(finished.map((name) => below(join(folder, name), depth - 1)))).flat();
    };
    const names = (await readdir(this.root)).filter((name) => name !== unfinished);
    const folders = await Promise.all(
      // `prerendered/<shell>/<name>/<version>`, `<name>/<version>`
      names.map((name) => below(join(this.root, name), name === 'prerendered' ? 3 : 1)),
    );
    return Promise.all(
      folders.flat().map(async (folder) => ({
        folder,
        usedAt: await stat(folder).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      })),
    );
  }
}

/** Whether a folder contains every one of these files, with this content. */
export async function folderContainsFiles(folder: string, files: readonly ReleaseFile[]): Promise<boolean> {
  for (const { path, hash } of files) {
    const content = await readFile(join(folder, path)).catch(() => null);
    if (content === null || createHash('sha256').update(content).digest('hex') !== hash) return false;
  }
  return true;
}
