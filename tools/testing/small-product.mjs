import { cpSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
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
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
writeFileSync(join(process.env.DATA_DIR, 'demo-accounts.json'), JSON.stringify([{ email: 'driver@example.com', password: 'secret', what: 'member' }]));
`;

const buildAll = `
import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('.store', { recursive: true });
writeFileSync('.store/live.json', '{}');
`;

/**
 * A product of the same shape as ours, with servers of a few lines, in a temporary folder: what the launcher promises
 * about processes, ports and locks can be tried on it in a second. The launcher itself is a copy of the real one.
 * @returns {string} the folder
 */
export function makeSmallProduct() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 've-launcher-')));
  cpSync(join(repository, 'tools'), join(root, 'tools'), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  cpSync(join(repository, 'package-lock.json'), join(root, 'package-lock.json'));
  const write = (/** @type {string} */ path, /** @type {string} */ text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('package.json', JSON.stringify({ type: 'module', private: true }));
  write('libs/build/src/cli/build-all.ts', buildAll);
  write('libs/data/dist/cli/prepare.js', prepare);
  for (const room of ['bff', 'workers', 'sandbox']) write(`${room}/dist/main.js`, server.replace('NAME', `'${room}'`));
  for (const room of ['bff', 'workers', 'sandbox', 'libs/data']) {
    write(`${room}/src/empty.ts`, 'export {};');
    write(`${room}/tsconfig.json`, JSON.stringify({ compilerOptions: { outDir: 'dist', rootDir: 'src', types: [] } }));
  }
  return root;
}
