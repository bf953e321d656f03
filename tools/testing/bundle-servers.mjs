/**
 * Bundles the servers and commands that tests start as processes, each into one file with all that it imports, unless
 * the sources are unchanged: `node tools/testing/bundle-servers.mjs` prints the folder of the bundles.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadRspack, serverBundles } from '../dev/server-bundles.mjs';
import { sourceFingerprint } from '../fingerprint.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Another run of tests may still use the bundles of sources that have changed since. */
const keptForMs = 3_600_000;

/** By the names of their bundles. */
const scripts = {
  bff: 'bff/src/main.ts',
  workers: 'workers/src/main.ts',
  'worker-process': 'workers/src/testing/worker-process.ts',
  'announce-change': 'workers/src/operations/announce-change/announce-change.command.ts',
  'after-restore': 'workers/src/operations/after-restore/after-restore.command.ts',
  backup: 'workers/src/operations/backup/backup.command.ts',
  'restore-backup': 'workers/src/operations/backup/restore-backup.command.ts',
};
const libraries = ['app', 'contracts', 'data', 'domain', 'providers', 'server-kit'].map((name) => `libs/${name}`);
const sources = ['package-lock.json', 'tools/testing', 'tools/dev', 'bff', 'workers', ...libraries];

/** @param {string} folder receives the bundles */
async function bundle(folder) {
  const compiler = loadRspack()(serverBundles(scripts, folder));
  const stats = await new Promise((resolve, reject) =>
    compiler.run((/** @type {unknown} */ error, /** @type {unknown} */ done) =>
      error ? reject(error) : resolve(done),
    ),
  );
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
}

/** @param {string} lock the file that holds the id of the process that bundles */
function isLocked(lock) {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return true;
  } catch {
    rmSync(lock, { force: true });
    return false;
  }
}

const bundles = join(root, '.cache', 'test-servers');
const folder = join(bundles, sourceFingerprint(root, sources).slice(0, 16));
const lock = `${folder}.lock`;
while (!existsSync(folder)) {
  mkdirSync(bundles, { recursive: true });
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
  } catch {
    if (isLocked(lock)) await pause(200);
    continue;
  }
  const draft = `${folder}.draft`;
  try {
    for (const earlier of readdirSync(bundles)) {
      const isUnused = Date.now() - statSync(join(bundles, earlier)).mtimeMs > keptForMs;
      if (isUnused) rmSync(join(bundles, earlier), { recursive: true, force: true });
    }
    rmSync(draft, { recursive: true, force: true });
    await bundle(draft);
    renameSync(draft, folder);
  } finally {
    rmSync(lock, { force: true });
  }
}
process.stdout.write(folder);
