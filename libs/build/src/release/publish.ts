import type { Release } from '@ve/contracts/remote-manifest';
import type { StoredRelease } from '../release-store.ts';
import { ReleaseRejectedError, type ReleaseServer } from './release-server.ts';
import { listFiles, packFolder } from './release-tar.ts';

export interface PublishResult {
  /** False where the site already had it with the same content. */
  isNew: boolean;
  /** Bytes sent, of the files that the site lacked. */
  bytes: number;
}

/** Sends a release with the files that the site lacks. The site stores nothing before it has received the last byte. */
export async function publishRelease(
  server: ReleaseServer,
  { release, folder }: StoredRelease,
): Promise<PublishResult> {
  const files = listFiles(folder);
  const hashes = [...new Set(files.map(({ hash }) => hash))];
  return findMissing(server, {
    name: release.name,
    hashes,
    send: async (missing) => {
      const envelope = { release, files };
      const tar = await packFolder({ folder, envelope, files, hashes: missing });
      return { isNew: await server.publish(release.name, tar), bytes: tar.length };
    },
  });
}

/** Sends the pages that a shell rendered with a release. */
export async function publishPages(
  server: ReleaseServer,
  { shell, owner: { name, version }, folder }: { shell: Release; owner: Release; folder: string },
): Promise<void> {
  const files = listFiles(folder);
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
  server: ReleaseServer,
  { name, hashes, send }: { name: string; hashes: readonly string[]; send: (missing: readonly string[]) => Promise<T> },
): Promise<T> {
  try {
    return await send(await server.missing(name, hashes));
  } catch (error) {
    if (!(error instanceof ReleaseRejectedError && error.code === 'release-incomplete')) throw error;
    return send(await server.missing(name, hashes));
  }
}
