import type { ReleaseFile } from '@ve/data/releases/registry/release-files';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether a folder contains every one of these files, with this content. */
export async function hasAllFiles(folder: string, files: readonly ReleaseFile[]): Promise<boolean> {
  for (const { path, hash } of files) {
    const content = await readFile(join(folder, path)).catch(() => null);
    if (content === null || createHash('sha256').update(content).digest('hex') !== hash) return false;
  }
  return true;
}
