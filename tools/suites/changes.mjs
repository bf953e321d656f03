import { execFileSync } from 'node:child_process';
import { dirname, posix } from 'node:path';
import { LaunchError } from '../launch-error.mjs';

/** Files that decide how every other file is linted. */
const lintSettings =
  /^(eslint\.config\.mjs|\.oxlintrc\.json|\.prettier(rc\.json|ignore)|package-lock\.json|tsconfig\.base\.json|libs\/build\/src\/packages\/(?!.*\.test\.).*)$/;
const isTest = (/** @type {string} */ file) => /\.test\.(tsx?|mjs)$/.test(file);
const isCode = (/** @type {string} */ file) => /\.(tsx?|[cm]?js)$/.test(file);
/** Imports of types alone are left out: the compiler checks them. */
const importing = /(?:\b(?:import|export)\s+(?!type\s)[^'";]*?\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g;

/**
 * @param {string} root
 * @returns {{ changed: string[], files: string[] }} what differs from the branch point with `main`, uncommitted and
 *   untracked files too, and all files; relative to the root
 * @throws {LaunchError} when there is no branch `main`
 */
export function findChanges(root) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'ignore'] });
  const list = (/** @type {string} */ text) => text.split('\0').filter(Boolean);
  let base;
  try {
    base = git('merge-base', 'HEAD', 'main').trim();
  } catch {
    throw new LaunchError('There is no branch `main` to compare with: run `git fetch origin main:main`.');
  }
  const untracked = list(git('ls-files', '--others', '--exclude-standard', '-z'));
  return {
    changed: [...list(git('diff', '--name-only', '--diff-filter=d', '-z', base)), ...untracked].sort(),
    files: [...list(git('ls-files', '-z')), ...untracked],
  };
}

/**
 * The file that an import names, among the candidates that exist.
 * @param {string} file
 * @param {string} name
 * @param {ReadonlySet<string>} files
 */
function importedFile(file, name, files) {
  const [, workspace, path] = /^@ve\/([^/]+)\/(.+)$/.exec(name) ?? [];
  const candidates =
    workspace === undefined
      ? [posix.join(dirname(file), name)]
      : [`libs/${workspace}`, workspace].flatMap((folder) => [`${folder}/src/${path}.ts`, `${folder}/src/${path}.tsx`]);
  return candidates.find((candidate) => files.has(candidate));
}

/**
 * The tests that load a changed file, those that are fewest imports away from it first.
 * @param {{ changed: readonly string[], files: readonly string[], read: (file: string) => string }} repository
 */
function relatedTests({ changed, files, read }) {
  const all = new Set(files);
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const file of files.filter(isCode)) {
    for (const [, name = ''] of read(file).matchAll(importing)) {
      const imported = importedFile(file, name, all);
      if (imported !== undefined) importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  // A set keeps the order in which its members were added, also during its own loop.
  const reached = new Set(changed);
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  return [...reached].filter(isTest);
}

/**
 * What to check of a change.
 * @param {{ changed: readonly string[], files: readonly string[], read: (file: string) => string }} repository
 * @param {number} maxTests
 * @returns {{ lint: string[] | null, tests: string[], left: number }} lint: null for everything; left: how many more
 *   tests load a changed file
 */
export function planCheck(repository, maxTests) {
  const tests = relatedTests(repository);
  const { changed } = repository;
  return {
    lint: changed.some((file) => lintSettings.test(file)) ? null : [...changed],
    tests: tests.slice(0, maxTests),
    left: Math.max(0, tests.length - maxTests),
  };
}
