import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pinnedRuntime } from './runtime.mjs';
import postgresForTests from './postgres-for-tests.mjs';

/* `npm run bench`: a throw-away Postgres, then bench/run.ts under the pinned runtime. Needs a built project. */
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
await postgresForTests();
const child = spawn(
  pinnedRuntime(root),
  ['--conditions=source', '--disable-warning=ExperimentalWarning', 'bench/run.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
child.once('exit', (code) => process.exit(code ?? 1));
