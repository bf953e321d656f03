import { spawn } from 'node:child_process';
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { pinnedNodeRuntime } from './node-runtime.mjs';
import { temporaryPostgres } from './test-postgres.mjs';

/*
 * `npm run bench`: starts a temporary Postgres, then runs bench/run.ts with the pinned runtime. Needs a built project.
 */
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
// A million rows have to fit into shared buffers, as on a real server of that size; PostgreSQL's default is 128 MB.
const sharedMegabytes = Math.min(3_072, Math.floor(totalmem() / 2 ** 20 / 6));
await temporaryPostgres([`shared_buffers=${sharedMegabytes}MB`]);
const child = spawn(
  pinnedNodeRuntime(root),
  ['--conditions=source', '--disable-warning=ExperimentalWarning', 'bench/run.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
child.once('exit', (code) => process.exit(code ?? 1));
