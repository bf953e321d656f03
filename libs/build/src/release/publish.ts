import type { ReleaseBuildSource } from '@ve/contracts/release-build-source';
import type { Release } from '@ve/contracts/remote-manifest';
import type { StoredRelease } from '../release-store.ts';
import { ReleaseRejectedError, type ReleaseServerClient, type ReleaseFile } from './release-server.ts';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pack } from 'tar-stream';
import { listFilesIn } from '../release-files.ts';

export interface PublishResult {
  /** False where the site already had it with the same content. */
  isNew: boolean;
  /** Bytes sent, of the files that the site lacked. */
  bytes: number;
}

/** Sends a release with the files that the site lacks. The site stores nothing before it has received the last byte. */
export async function publishRelease(
  server: ReleaseServerClient,
  { release, folder }: StoredRelease,
  builtFrom: ReleaseBuildSource | null = null,
): Promise<PublishResult> {
  const files = hashReleaseFiles(folder);
  const hashes = [...new Set(files.map(({ hash }) => hash))];
  return findMissing(server, {
    name: release.name,
    hashes,
    send: async (missing) => {
      const envelope = { release, files, builtFrom };
      const tar = await packFolder({ folder, envelope, files, hashes: missing });
      return { isNew: await server.publish(release.name, tar), bytes: tar.length };
    },
  });
}

/** Sends the pages that a shell rendered with a release. */
export async function publishPagesOfReleasePair(
  server: ReleaseServerClient,
  { shell, owner: { name, version }, folder }: { shell: Release; owner: Release; folder: string },
): Promise<void> {
  const files = hashReleaseFiles(folder);
  const hashes = [...new Set(files.map(({ hash }) => hash))];
  await findMissing(server, {
    name,
    hashes,
    send: async (missing) => {
      const envelope = { shellVersion: shell.version, name, version, files };
      await server.addPages(name, await packFolder({ folder, envelope, files, hashes: missing }));
    },
  });
}

/** Sends what is missing. Stored files may be pruned between the query and the upload, so that one repeats once. */
async function findMissing<T>(
  server: ReleaseServerClient,
  { name, hashes, send }: { name: string; hashes: readonly string[]; send: (missing: readonly string[]) => Promise<T> },
): Promise<T> {
  try {
    return await send(await server.missing(name, hashes));
  } catch (error) {
    if (!(error instanceof ReleaseRejectedError && error.code === 'release-incomplete')) throw error;
    return send(await server.missing(name, hashes));
  }
}

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** The files of a folder, by path. */
const hashReleaseFiles = (folder: string): ReleaseFile[] =>
  listFilesIn(folder).map((path) => {
    const content = readFileSync(join(folder, path));
    return { path, hash: sha256Of(content), size: content.length };
  });

/** An archive for an upload: first the envelope, then the files with the given hashes, named by hash. */
async function packFolder({
  folder,
  envelope,
  files,
  hashes,
}: {
  folder: string;
  envelope: object;
  files: readonly ReleaseFile[];
  hashes: readonly string[];
}): Promise<Buffer> {
  const archive = pack();
  archive.entry({ name: 'release.json' }, JSON.stringify(envelope));
  for (const hash of hashes) {
    const file = files.find((each) => each.hash === hash);
    if (file !== undefined) archive.entry({ name: hash }, readFileSync(join(folder, file.path)));
  }
  archive.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of archive) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
