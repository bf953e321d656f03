import type { Release } from '@ve/contracts/remote-manifest';
import { releaseVersionPattern } from '@ve/domain/kernel/release/release-names';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mapInParallel } from '../map-in-parallel.ts';
import { toStoredRelease, type StoredRelease, writeFileAtomically } from '../release-store.ts';
import type { ReleaseFile, ReleaseServerClient } from './release-server.ts';
import { sha256Of } from './publish.ts';

const safeFolder = new RegExp(`^${releaseVersionPattern}$`);
const safePath = /^(?!\.)[A-Za-z0-9._@~-]+(\/(?!\.)[A-Za-z0-9._@~-]+)*$/;

/** Files for rendering and measuring: the build for Node and the scripts. */
const isNeeded = ({ path }: ReleaseFile): boolean => /^(node\/[^/]+\.cjs|[^/]+\.js)$/.test(path);

/** Releases of a running site, fetched by the hashes of their files and cached in a folder, since they never change. */
export class LiveReleaseFetcher {
  readonly #server: ReleaseServerClient;
  readonly #folder: string;
  readonly #fetched = new Map<string, Promise<StoredRelease>>();

  constructor(server: ReleaseServerClient, folder: string) {
    this.#server = server;
    this.#folder = folder;
  }

  /**
   * The release with its scripts and its build for Node.
   *
   * @throws Error where the site lacks a file, or a content does not match its hash
   */
  get(release: Release): Promise<StoredRelease> {
    const key = `${release.name} ${release.version}`;
    const known = this.#fetched.get(key) ?? this.#fetch(release);
    this.#fetched.set(key, known);
    return known;
  }

  async #fetch(release: Release): Promise<StoredRelease> {
    const { name, version } = release;
    // Names from a site are untrusted and must not lead outside the cache folder.
    if (![name, version].every((each) => safeFolder.test(each))) {
      throw new Error(`${JSON.stringify(`${name} ${version}`)} is not the name and version of a release`);
    }
    const stored = toStoredRelease(this.#folder, release);
    const files = (await this.#server.filesOf(name, version)).filter(isNeeded);
    await mapInParallel(files, 6, async ({ path, hash }) => {
      if (!safePath.test(path)) throw new Error(`${name} ${version} has a file with the path ${path}`);
      const file = join(stored.folder, path);
      if (existsSync(file) && sha256Of(readFileSync(file)) === hash) return;
      const content = await this.#server.content(name, version, hash);
      if (sha256Of(content) !== hash) throw new Error(`${path} of ${name} ${version} arrived with other content`);
      writeFileAtomically(file, content);
    });
    return stored;
  }
}
