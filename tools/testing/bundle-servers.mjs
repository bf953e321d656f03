/**
 * Bundles the servers and commands that tests start as processes, each into one file with all that it imports, unless
 * the sources are unchanged: `node tools/testing/bundle-servers.mjs` prints the folder of the bundles. A process that
 * loads its four thousand modules one by one takes several times as long to start.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { swcOptions } from '../dev/swc-options.mjs';
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
const sources = ['package-lock.json', 'tools/testing', 'tools/dev/swc-options.mjs', 'bff', 'workers', ...libraries];

/** Packages that look for files next to their own. */
const needsItsFolder = /^(@bull-board|pino|pino-pretty|thread-stream)(\/|$)/;

/**
 * How a bundle reaches a module that it does not contain; null for one that it contains. An optional package that is
 * not installed is missed only when it is required.
 * @param {string} request @param {string} from @param {string} kind of the dependency
 */
function externalOf(request, from, kind) {
  const ofNode = builtinModules.includes(request) || request.startsWith('node:');
  if (ofNode || needsItsFolder.test(request)) return `${kind === 'commonjs' ? 'node-commonjs' : 'module'} ${request}`;
  if (/^[./]/.test(request) || request.startsWith('@ve/')) return null;
  try {
    createRequire(join(from, 'x.js')).resolve(request);
    return null;
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    return code === 'MODULE_NOT_FOUND' ? `node-commonjs ${request}` : null;
  }
}

/** @param {string} folder receives the bundles */
async function bundle(folder) {
  const { rspack } = createRequire(join(root, 'libs', 'build', 'package.json'))('@rspack/core');
  const compiler = rspack({
    mode: 'none',
    target: 'node26',
    context: root,
    entry: Object.fromEntries(Object.entries(scripts).map(([name, script]) => [name, join(root, script)])),
    output: { path: folder, filename: '[name].mjs', module: true, chunkFormat: 'module', library: { type: 'module' } },
    externalsType: 'module',
    externals: [
      (
        /** @type {{ request: string, context: string, dependencyType: string }} */ {
          request,
          context,
          dependencyType,
        },
        /** @type {(error?: undefined, external?: string) => void} */ answer,
      ) => answer(undefined, externalOf(request, context, dependencyType) ?? undefined),
    ],
    // As Node resolves them.
    resolve: {
      extensions: ['.js', '.json', '.node'],
      mainFields: ['main'],
      conditionNames: ['source', 'node'],
      byDependency: {
        esm: { conditionNames: ['source', 'node', 'import'], fullySpecified: true },
        commonjs: { conditionNames: ['source', 'node', 'require'], fullySpecified: false },
      },
    },
    module: {
      parser: {
        javascript: { url: false, dynamicImportMode: 'eager', exportsPresence: false, importMeta: 'preserve-unknown' },
      },
      rules: [
        { test: /node_modules\/@(nestjs|mikro-orm)\//, parser: { importDynamic: false } },
        {
          test: /\.tsx?$/,
          type: 'javascript/esm',
          loader: 'builtin:swc-loader',
          options: { jsc: swcOptions.jsc },
        },
      ],
    },
    node: { __dirname: 'node-module', __filename: 'node-module' },
    optimization: { minimize: false, splitChunks: false, concatenateModules: false },
    devtool: false,
  });

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
