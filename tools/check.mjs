import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitWithHelp } from './help.mjs';
import { ensurePackagesInstalled } from './install.mjs';
import { runLinters } from './linters.mjs';
import { pinnedNodeRuntime } from './node-runtime.mjs';
import { formatElapsed } from './output.mjs';
import { runProgram } from './run-program.mjs';
import { findChanges, planCheck } from './suites/changes.mjs';

/*
 * `npm run check`: types, and lint and tests of what changed since `main`. Tests that read files or start programs by
 * their path are not found: `npm test` runs those.
 */
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
/** The farther ones seldom fail where the nearer ones pass. */
const maxTests = 40;

exitWithHelp('npm run check\n\n  types, and lint and the nearest tests of what changed since main');

await runProgram(async ({ signal, processes, output }) => {
  const since = performance.now();
  const { changed, files } = findChanges(root);
  if (changed.length === 0) {
    output.say('Nothing changed since main.');
    return 0;
  }
  await ensurePackagesInstalled({ root, processes, output, signal, withTools: true });
  const present = files.filter((file) => existsSync(join(root, file)));
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8');
  const { lint, tests, left } = planCheck({ changed, files: present, read }, maxTests);
  const workshop = { root, runtime: pinnedNodeRuntime(root), processes, output, signal };

  /**
   * Runs one part and says how it ended.
   * @param {string} title
   * @param {() => Promise<boolean>} run
   */
  const part = async (title, run) => {
    output.strong(`── ${title}`);
    const start = performance.now();
    const passed = await run();
    output.say(`${passed ? 'Passed' : 'FAILED'} in ${formatElapsed(start)}.`);
    return passed;
  };
  const node = async (/** @type {string[]} */ ...args) => {
    const onLine = (/** @type {string} */ line) => output.say(line);
    return (await processes.run({ command: workshop.runtime, args, cwd: root, onLine, signal })).code === 0;
  };

  const passed = [await part('types of every package', () => node('node_modules/typescript7/bin/tsc', '-b'))];
  const linted = lint === null ? 'everything, as its settings changed' : `${lint.length} changed files`;
  passed.push(await part(`lint of ${linted}`, () => runLinters(workshop, lint)));
  if (tests.length > 0) {
    const rest = left > 0 ? ` (${left} farther ones are left to npm test)` : '';
    const unit = ['tools/test.mjs', '--only', 'unit', '--', '--runTestsByPath', ...tests];
    passed.push(await part(`${tests.length} test files that load what changed${rest}`, () => node(...unit)));
  } else output.say('No test loads what changed.');
  output.say();
  output.say(`${passed.every(Boolean) ? 'Passed' : 'FAILED'} in ${formatElapsed(since)}.`);
  return passed.every(Boolean) ? 0 : 1;
});
