import { builtinModules, createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { swcOptions } from './swc-options.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

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

/** The bundler, which is a dependency of the front end's build. */
export const loadRspack = () => createRequire(join(root, 'libs', 'build', 'package.json'))('@rspack/core').rspack;

/**
 * The bundler's configuration for programs that run in Node: each in one file with all that it imports, `<name>.mjs`. A
 * process that loads its four thousand modules one by one takes several times as long to start.
 * @param {Record<string, string>} scripts the sources by the names of their bundles
 * @param {string} folder receives the bundles
 */
export const serverBundles = (scripts, folder) => ({
  mode: 'none',
  target: 'node26',
  context: root,
  entry: Object.fromEntries(Object.entries(scripts).map(([name, script]) => [name, join(root, script)])),
  output: { path: folder, filename: '[name].mjs', module: true, chunkFormat: 'module', library: { type: 'module' } },
  externalsType: 'module',
  externals: [
    (
      /** @type {{ request: string, context: string, dependencyType: string }} */ { request, context, dependencyType },
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
      { test: /\.tsx?$/, type: 'javascript/esm', loader: 'builtin:swc-loader', options: { jsc: swcOptions.jsc } },
    ],
  },
  node: { __dirname: 'node-module', __filename: 'node-module' },
  optimization: { minimize: false, splitChunks: false, concatenateModules: false },
  devtool: false,
});
