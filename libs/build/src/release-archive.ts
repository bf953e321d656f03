import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { listFilesIn } from './release-files.ts';
import { type LiveVersionByName, readJson, readLiveReleaseVersions } from './release-store.ts';

/** The live releases of a store in one file, to combine with later releases in tests. */
export interface ReleaseArchive {
  /** The version of the contract that its shell provides. */
  contract: string;
  /** Versions by name. */
  live: LiveVersionByName;
  /** By path in the store; text as is, fonts in base64. */
  files: Record<string, string>;
}

/** Compressed copies can be generated, builds for Node are not used here, and images are for link previews. */
const omittedFiles = /\.(?:br|png|map)$|^node\//;
const isBinary = (file: string): boolean => file.endsWith('.woff2');
const encodingOf = (file: string): BufferEncoding => (isBinary(file) ? 'base64' : 'utf8');

/** The live releases of the store, compressed. @throws Error when the store has no live shell */
export function archiveLiveReleases(store: string): Buffer {
  const live = readLiveReleaseVersions(store);
  const { contract } = (readJson(join(store, 'shell', live['shell'] ?? '', 'release.json')) ?? {}) as {
    contract?: string;
  };
  if (contract === undefined) throw new Error(`${store} has no live shell: build first`);
  const files = Object.entries(live).flatMap(([name, version]) => {
    const folder = join(store, name, version);
    return listFilesIn(folder)
      .filter((file) => !omittedFiles.test(file))
      .map((file) => [`${name}/${version}/${file}`, readFileSync(join(folder, file), encodingOf(file))] as const);
  });
  const archive: ReleaseArchive = { contract, live, files: Object.fromEntries(files) };
  const text = Buffer.from(JSON.stringify(archive));
  return brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}

export const readReleaseArchive = (file: string): ReleaseArchive =>
  JSON.parse(brotliDecompressSync(readFileSync(file)).toString('utf8')) as ReleaseArchive;

/** The manifest of an archived release. @throws Error when the archive has none of that name */
export function findArchivedManifest({ live, files }: ReleaseArchive, name: string): { contract: string } {
  const text = files[`${name}/${live[name] ?? ''}/release.json`];
  if (text === undefined) throw new Error(`The archive has no ${name}`);
  return JSON.parse(text) as { contract: string };
}

/** Adds the archived releases to a store. Existing releases and what is live stay. */
export function unpackReleases({ files }: ReleaseArchive, store: string): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(store, path);
    if (existsSync(file)) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, encodingOf(path));
  }
}
