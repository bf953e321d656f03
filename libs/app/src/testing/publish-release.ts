import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReleaseJson } from '@ve/contracts/remote-manifest';
import { createHash } from 'node:crypto';
import type { ReleaseFile } from '@ve/data/releases/registry/release-files';
import { type ReleaseMove, moveRelease } from '../releases/move-release.ts';
import { type FileContentsByHash } from '@ve/data/releases/registry/release.repository';
import { storeRelease } from '../releases/store-release.ts';
import { testRows } from '@ve/data/testing/test-rows';

interface StoredFolder {
  files: readonly ReleaseFile[];
  contents: FileContentsByHash;
}

const content = Buffer.from('a file');
const hash = createHash('sha256').update(content).digest('hex');

/** The files that a release needs to be moved into a channel. */
export const minimalReleaseFiles: StoredFolder = {
  files: [{ path: 'remoteEntry.js', hash, size: content.length }],
  contents: new Map([[hash, content]]),
};

/**
 * Stores a release and puts it in a channel. Without a folder its files are only in the folder of the store, like those
 * of a release from before files were stored.
 */
const give = async (
  em: EntityManager,
  release: ReleaseJson,
  move: ReleaseMove,
  by: string,
  now: Date,
  folder: StoredFolder | null,
): Promise<void> => {
  const { name, version } = release;
  const { outcome } = await storeRelease(
    em,
    { upload: { release, ...(folder ?? minimalReleaseFiles), isServed: true }, by },
    now,
  );
  if (outcome !== 'stored' && outcome !== 'same') throw new Error(`the release is ${outcome}`);
  await moveRelease(em, { name, move, by }, now);
  if (folder === null) await removeTestReleaseFiles(em, name, version);
};

/** Removes the files from a release's row, as for a release from before files were stored. */
export const removeTestReleaseFiles = (em: EntityManager, name: string, version: string): Promise<unknown> =>
  testRows(() => em).set('remote_releases', { files: '[]' }, { name, version });

/** Stores a release and makes it stable. */
export const publishTestRelease = (
  em: EntityManager,
  release: ReleaseJson,
  by: string,
  now: Date,
  folder: StoredFolder | null = null,
): Promise<void> => give(em, release, { action: 'stable', version: release.version }, by, now, folder);

/** Stores a release and makes it its name's canary, for `share` percent of the visitors. */
export const publishTestCanary = (
  em: EntityManager,
  release: ReleaseJson,
  share: number,
  now: Date,
  folder: StoredFolder | null = null,
): Promise<void> => give(em, release, { action: 'canary', version: release.version, share }, 'test', now, folder);
