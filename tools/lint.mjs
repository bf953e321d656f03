import { fileURLToPath } from 'node:url';
import { exitWithHelp } from './help.mjs';
import { ensurePackagesInstalled } from './install.mjs';
import { runLinters } from './linters.mjs';
import { pinnedNodeRuntime } from './node-runtime.mjs';
import { runProgram } from './run-program.mjs';

/* `npm run lint`: everything, or the files and folders that are given. */
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

exitWithHelp(
  'npm run lint [-- path…]\n\n  ESLint, oxlint and Prettier of these files and folders; without a path, of everything',
);

await runProgram(async ({ signal, processes, output }) => {
  const given = process.argv.slice(2);
  await ensurePackagesInstalled({ root, processes, output, signal, withTools: true });
  const workshop = { root, runtime: pinnedNodeRuntime(root), processes, output, signal };
  return (await runLinters(workshop, given.length > 0 ? given : null)) ? 0 : 1;
});
