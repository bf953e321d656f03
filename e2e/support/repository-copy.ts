import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const notCopied = new Set(['node_modules', '.git', '.data', '.cache', '.nx', 'test-results', 'playwright-report']);

/** Links every installed package; workspace packages link to those of the copy. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (name === '.bin' || name === '@ve' || !existsSync(join(from, name, '.'))) {
      // Files, and links that are relative to this folder.
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    } else symlinkSync(join(from, name), join(to, name), 'junction');
  }
}

/**
 * Copies this repository, as installed and built, into a temporary folder that a test may change. Returns the folder.
 */
export function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 've-team-'));
  // Traversable, because Postgres may have to run as `nobody`.
  chmodSync(copy, 0o711);
  for (const name of readdirSync(root).filter((each) => !notCopied.has(each))) {
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => basename(path) !== 'node_modules',
    });
  }
  linkPackages(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const group of ['.', 'libs']) {
    for (const name of readdirSync(join(root, group))) {
      const own = join(group, name, 'node_modules');
      if (existsSync(join(root, own))) symlinkSync(join(root, own), join(copy, own), 'junction');
    }
  }
  const stamps = join(root, '.cache');
  if (existsSync(stamps)) {
    mkdirSync(join(copy, '.cache'));
    for (const name of readdirSync(stamps).filter((each) => each.endsWith('.stamp'))) {
      cpSync(join(stamps, name), join(copy, '.cache', name));
    }
  }
  return copy;
}
