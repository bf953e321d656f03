import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { releaseVersionPlaceholder } from './preset-names.ts';

/** Files that may hold the placeholder of the version. */
const isText = (file: string): boolean => /\.(?:c?js|css|html|svg|json|txt)$/.test(file);

/** Folder of a release's build for Node, which is never sent to a browser. */
export const nodeBuildFolder = 'node';

/** Folder of the source maps of a production build, which the service reads and never sends to a browser. */
export const sourceMapFolder = 'maps';

/** Files below the folder, as sorted relative paths. */
export const listFilesIn = (folder: string): string[] =>
  globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();

/**
 * Computes the version of a release and replaces the placeholder in its files. The version is a hash of the files, so
 * that the same sources have the same version wherever they are built.
 */
export function insertComputedReleaseVersion(folder: string, more: string): string {
  const hash = createHash('sha256').update(more);
  const files = listFilesIn(folder);
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(folder, file)));
  const version = hash.digest('hex').slice(0, releaseVersionPlaceholder.length);
  for (const file of files.filter(isText)) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    if (text.includes(releaseVersionPlaceholder))
      writeFileSync(path, text.replaceAll(releaseVersionPlaceholder, version));
  }
  return version;
}

const compressed = promisify(brotliCompress);

/** Writes a brotli copy next to every text file that browsers load. */
export async function compressFiles(folder: string, quality: number): Promise<void> {
  for (const file of listFilesIn(folder).filter((each) => isText(each) && !each.startsWith(`${nodeBuildFolder}/`))) {
    const content = readFileSync(join(folder, file));
    const small = await compressed(content, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    });
    writeFileSync(join(folder, `${file}.br`), small);
  }
}
