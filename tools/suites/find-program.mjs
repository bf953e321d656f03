import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The first of these programs that is on PATH.
 * @param {string[]} names
 * @param {string} [path]
 * @returns {string | null} its full path
 */
export function findProgram(names, path = process.env['PATH'] ?? '') {
  const suffixes = process.platform === 'win32' ? ['.exe', ''] : [''];
  for (const name of names) {
    for (const folder of path.split(delimiter).filter(Boolean)) {
      for (const suffix of suffixes) {
        const file = join(folder, name + suffix);
        if (isExecutable(file)) return file;
      }
    }
  }
  return null;
}

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
