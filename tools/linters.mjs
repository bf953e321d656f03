import { extname } from 'node:path';
import { formatElapsed } from './output.mjs';

const MINUTES = 60_000;
/** Files that a linter reads; no extension stands for a folder. */
const typed = ['', '.ts', '.tsx'];
const code = [...typed, '.mjs', '.cjs', '.js'];

/**
 * The commands of lint, in two groups that run side by side.
 * @param {string[] | null} paths of files and folders, relative to the root; null for everything
 * @returns {Array<Array<{ name: string, args: string[] }>>}
 */
export function lintCommands(paths) {
  const chosen = (/** @type {string[]} */ kinds) => paths?.filter((path) => kinds.includes(extname(path))) ?? ['.'];
  const eslint = {
    name: 'ESLint',
    paths: chosen(code),
    args: [
      'node_modules/eslint/bin/eslint.js',
      ...['--cache', '--cache-location', '.cache/eslint', '--max-warnings', '0', '--no-warn-ignored'],
    ],
  };
  const oxlint = {
    name: 'oxlint',
    paths: chosen(typed),
    args: ['node_modules/oxlint/bin/oxlint', '--no-error-on-unmatched-pattern'],
  };
  const prettier = {
    name: 'Prettier',
    paths: paths ?? ['.'],
    args: [
      'node_modules/prettier/bin/prettier.cjs',
      ...['--check', '--cache', '--cache-location', '.cache/prettier', '--log-level', 'warn', '--ignore-unknown'],
    ],
  };
  return [[eslint], [oxlint, prettier]].map((group) =>
    group
      .filter((linter) => linter.paths.length > 0)
      .map((linter) => ({ name: linter.name, args: [...linter.args, ...linter.paths] })),
  );
}

/**
 * Runs ESLint, oxlint and Prettier, and prints what each reports when it has ended.
 * @param {import('./build.mjs').Workshop} workshop
 * @param {string[] | null} paths of files and folders, relative to the root; null for everything
 * @returns {Promise<boolean>} whether all passed
 */
export async function runLinters({ root, runtime, processes, output, signal }, paths) {
  const passed = await Promise.all(
    lintCommands(paths).map(async (group) => {
      let all = true;
      for (const { name, args } of group) {
        const since = performance.now();
        /** @type {string[]} */
        const lines = [];
        const { code: exit, timedOut } = await processes.run({
          command: runtime,
          args,
          cwd: root,
          onLine: (line) => lines.push(line),
          signal,
          limitMs: 10 * MINUTES,
        });
        for (const line of exit === 0 ? [] : lines) output.say(line);
        const end = timedOut ? 'did not end in ten minutes' : exit === 0 ? 'passed' : `failed (${exit})`;
        output.say(`${name} ${end} in ${formatElapsed(since)}.`);
        all &&= exit === 0;
      }
      return all;
    }),
  );
  return passed.every(Boolean);
}
