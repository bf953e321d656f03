/**
 * `node tools/dev/watch-servers.mjs <folder>` bundles the servers from their sources, and again when one is saved. Prints
 * `built`, then after each change `rebuilt` with the names of the bundles that it changed. Sources with an error are
 * reported and leave the bundles as they are.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { loadRspack, serverBundles } from './server-bundles.mjs';

const [folder = ''] = process.argv.slice(2);
const root = join(import.meta.dirname, '../..');
const scripts = {
  prepare: 'libs/app/src/cli/prepare.ts',
  sandbox: 'sandbox/src/main.ts',
  bff: 'bff/src/main.ts',
  workers: 'workers/src/main.ts',
};
const rspack = loadRspack();
const config = serverBundles(scripts, folder);
const compiler = rspack({
  ...config,
  name: 'servers',
  // Builds again only what a change affects.
  mode: 'development',
  output: { ...config.output, pathinfo: false },
  optimization: {
    ...config.optimization,
    nodeEnv: false,
    emitOnErrors: false,
    // In a file of their own, which Node's compile cache keeps compiled.
    splitChunks: {
      cacheGroups: { packages: { test: /node_modules/, name: 'packages', chunks: 'all', enforce: true } },
    },
  },
  plugins: [
    new rspack.SourceMapDevToolPlugin({
      exclude: /^packages\./,
      filename: '[file].map',
      moduleFilenameTemplate: '[absolute-resource-path]',
      columns: false,
      noSources: true,
    }),
  ],
  cache: {
    type: 'persistent',
    buildDependencies: globSync(['tools/dev/*', 'package-lock.json'], { cwd: root }).map((file) => join(root, file)),
    storage: { type: 'filesystem', directory: join(root, '.cache/rspack') },
  },
});

/** The bundles that were written since the last report. @type {Set<string>} */
const written = new Set();
compiler.hooks.assetEmitted.tap('watch-servers', (/** @type {string} */ file) => void written.add(file));

let isBuilt = false;
const watching = compiler.watch(
  { aggregateTimeout: 20 },
  (/** @type {Error | null} */ error, /** @type {import('@rspack/core').Stats | undefined} */ stats) => {
    if (error || !stats) {
      console.error(error);
      process.exit(1);
    }
    if (stats.hasErrors()) {
      console.error(stats.toString({ all: false, errors: true, colors: false }));
      return;
    }
    const isEach = written.has('packages.mjs');
    const names = Object.keys(scripts).filter((name) => isEach || written.has(`${name}.mjs`));
    written.clear();
    if (!isBuilt || names.length > 0) console.log(isBuilt ? `rebuilt ${names.join(' ')}` : 'built');
    isBuilt = true;
  },
);

const stop = () => watching.close(() => compiler.close(() => process.exit(0)));
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
