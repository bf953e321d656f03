import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folders of the remotes: those that have a manifest.
 * @param {string} root
 * @returns {string[]}
 */
export const findRemoteFolders = (root) =>
  readdirSync(root)
    .filter((name) => name.startsWith('mfe-') && existsSync(join(root, name, 'remote.json')))
    .sort();
