import { Inject, Injectable } from '@nestjs/common';
import { type PrerenderIndex, prerenderIndexSchema, type Release } from '@ve/contracts/remote-manifest';
import { readDevelopmentServerFile } from '../live/development-server.ts';
import type { LiveRelease } from '../live/live-registry.ts';
import type { PrerenderedHtml } from './page.ts';
import { ReleaseFiles, type ReleaseFilesKey } from './release-files.ts';

const maxCachedEntries = 200;
/** How long a missing page is cached: one prerendered after its release is found after at most this time. */
const absentForMs = 5_000;

interface CacheEntry {
  value: Promise<unknown>;
  until: number;
}

const placeOf = (shell: Release, { name, version }: Release): ReleaseFilesKey => ({
  name,
  version,
  renderedBy: shell.version,
});

/** Reads the shell's template and prerendered pages. Releases are immutable, so they are cached by version. */
@Injectable()
export class PrerenderedPageStore {
  readonly #cache = new Map<string, CacheEntry>();

  constructor(@Inject(ReleaseFiles) private readonly files: ReleaseFiles) {}

  /** The shell's document; null if its release has none or the file is missing. */
  template(shell: LiveRelease): Promise<string | null> {
    const { document, local } = shell;
    if (document === null) return Promise.resolve(null);
    if (local !== undefined) return readDevelopmentServerFile(local, document);
    if (shell.previewOnly) return this.#templateForPreview(shell, document);
    return this.#keep(`template ${shell.version} ${document}`, () =>
      this.files.text({ name: shell.name, version: shell.version }, document),
    );
  }

  /** The page prerendered by this shell with its owner; null if it is rendered in the browser only. */
  prerendered(shell: LiveRelease, owner: LiveRelease, route: string): Promise<PrerenderedHtml | null> {
    if (shell.previewOnly || owner.previewOnly) return Promise.resolve(null);
    return this.#keep(`page ${shell.version} ${owner.name} ${owner.version} ${route}`, async () => {
      const pages = await this.pages(shell, owner);
      return this.#read(
        shell,
        owner,
        pages.find((each) => each.route === route),
      );
    });
  }

  /** The page as it looks while it loads for `standInRegistration`; null if there is none. */
  loading(shell: LiveRelease, owner: LiveRelease, route: string): Promise<PrerenderedHtml | null> {
    if (shell.previewOnly || owner.previewOnly) return Promise.resolve(null);
    return this.#keep(`loading ${shell.version} ${owner.name} ${owner.version} ${route}`, async () => {
      const index = await this.#index(shell, owner);
      return this.#read(
        shell,
        owner,
        index?.loading.find((each) => each.route === route),
      );
    });
  }

  /** The pages prerendered by this shell with their owner; empty if there are none. */
  async pages(shell: Release, owner: Release): Promise<PrerenderIndex['pages']> {
    return (await this.#index(shell, owner))?.pages ?? [];
  }

  async #templateForPreview({ name, version }: Release, document: string): Promise<string | null> {
    const located = await this.files.locateForPreview({ name, version }, document);
    const content = located?.is === 'stored' ? await located.files.read(document) : null;
    return content === null ? null : Buffer.from(content).toString('utf8');
  }

  #index(shell: Release, owner: Release): Promise<PrerenderIndex | null> {
    return this.#keep(`index ${shell.version} ${owner.name} ${owner.version}`, async () =>
      parseIndex(await this.files.text(placeOf(shell, owner), 'index.json')),
    );
  }

  async #read(
    shell: Release,
    owner: Release,
    files: { html: string; head: string } | undefined,
  ): Promise<PrerenderedHtml | null> {
    if (!files) return null;
    const place = placeOf(shell, owner);
    const [html, head] = await Promise.all([this.files.text(place, files.html), this.files.text(place, files.head)]);
    return html === null || head === null ? null : { html, head };
  }

  #keep<T>(key: string, read: () => Promise<T | null>): Promise<T | null> {
    const cached = this.#cache.get(key);
    if (cached && cached.until > performance.now()) return cached.value as Promise<T | null>;
    const entry: CacheEntry = { value: Promise.resolve(null), until: Number.POSITIVE_INFINITY };
    const value = read().then((result) => {
      if (result === null) entry.until = performance.now() + absentForMs;
      return result;
    });
    entry.value = value;
    this.#cache.delete(key);
    this.#cache.set(key, entry);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > maxCachedEntries && oldest !== undefined) this.#cache.delete(oldest);
    return value;
  }
}

const parseIndex = (text: string | null): PrerenderIndex | null => {
  if (text === null) return null;
  try {
    return prerenderIndexSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
};
