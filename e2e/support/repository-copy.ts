import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, resolve } from 'node:path';

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

const freePort = (): Promise<number> =>
  new Promise((done, failed) => {
    const server = createServer();
    server.once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        done(typeof address === 'object' && address ? address.port : 0);
      });
    });
  });

/** Variables of the run under test, which a team's terminal does not have. */
const foreign =
  /^(npm_|E2E_|NODE_ENV$|NODE_OPTIONS$|INIT_CWD$|DATABASE_|QUEUE_|STORE_DIR$|RELEASE_|PUBLIC_ORIGIN$|REDIS_)/;

/** The environment of a team's terminal: that of the run, without what only tests have. */
export const teamEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));

/** The environment of a terminal in a copy, whose site uses free ports, and that site's address. */
export async function terminalIn(copy: string): Promise<{ environment: NodeJS.ProcessEnv; site: string }> {
  const ports: Record<string, string> = {};
  for (const name of ['PORT', 'SANDBOX_PORT', 'SANDBOX_SMTP_PORT', 'WORKERS_PORT', 'POSTGRES_PORT']) {
    ports[name] = String(await freePort());
  }
  const path = [join(copy, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  return {
    environment: { ...teamEnvironment(), ...ports, PATH: path },
    site: `http://localhost:${ports['PORT'] ?? ''}`,
  };
}
