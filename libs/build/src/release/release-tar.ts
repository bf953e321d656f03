import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pack } from 'tar-stream';
import { listFilesIn } from '../release-files.ts';
import type { ReleaseFile } from './release-server.ts';

export const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** The files of a folder, by path. */
export const listFiles = (folder: string): ReleaseFile[] =>
  listFilesIn(folder).map((path) => {
    const content = readFileSync(join(folder, path));
    return { path, hash: hashOf(content), size: content.length };
  });

/** An archive for an upload: first the envelope, then the files with the given hashes, named by hash. */
export async function packFolder({
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
