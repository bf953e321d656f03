import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const generated = new Set(['node_modules', 'dist', 'recordings', '.store', '.cache', '.data', '.nx', '.swc']);
const notBuilt = /\.test\.[cm]?[jt]sx?$|\.md$|\.tsbuildinfo$/;

/** @param {string} path @param {(file: string) => void} onFile */
function walk(path, onFile) {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) {
    onFile(path);
    return;
  }
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (generated.has(entry.name)) continue;
    const child = join(path, entry.name);
    if (entry.isDirectory()) walk(child, onFile);
    else if (entry.isFile() && !notBuilt.test(entry.name)) onFile(child);
  }
}

/**
 * A digest of the names and contents of everything under the given paths that a build reads. Tests, documents,
 * generated folders and file times are ignored, so a fresh checkout of the same content has the same digest.
 * @param {string} root
 * @param {string[]} paths relative to root; files or folders, a missing one counts as empty
 * @returns {string}
 */
export function sourceFingerprint(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    walk(join(root, path), (file) => {
      const content = readFileSync(file);
      hash.update(`${relative(root, file)}\0${content.length}\0`);
      hash.update(content);
    });
  }
  return hash.digest('hex');
}

/** @param {string} file @returns {string | null} the fingerprint in the file, or null if it is missing */
export function readFingerprint(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}

/** @param {string} file @param {string} stamp */
export function writeFingerprint(file, stamp) {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${stamp}\n`);
  renameSync(unfinished, file);
}
