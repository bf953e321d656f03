import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, rspack } from '@rspack/core';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { BuildOptions } from './build-options.ts';
import { globalName, sharedInNode, versionPlaceholder } from './preset-names.ts';
import { fileRules, libraryRules, sourceRules } from './preset-rules.ts';
import { repositoryRoot } from './repository.ts';
import { consumedByRemotes, providedByShell, sharedDeps } from './shared-deps.ts';

/** What a room's `rspack.config.mjs` exports. */
export type RoomConfig = (options: BuildOptions) => Configuration;

const require = createRequire(import.meta.url);

/** The bundler runtime in every remote's entry chunk resolves to CommonJS; its ESM build can be tree-shaken. */
function smallBundlerRuntime(): Record<string, string> {
  const paths = [dirname(require.resolve('@module-federation/enhanced'))];
  const esm = (name: string) => require.resolve(`${name}/bundler`, { paths });
  const bundler = '@module-federation/webpack-bundler-runtime';
  const runtime = '@module-federation/runtime';
  return {
    [require.resolve(bundler, { paths })]: esm(bundler),
    [require.resolve(runtime, { paths })]: esm(runtime),
    [runtime]: dirname(esm(runtime)),
    [`${runtime}$`]: esm(runtime),
  };
}

/** Strips from the federation runtime what only servers and manifests need. */
const federationCuts = {
  ENV_TARGET: JSON.stringify('web'),
  FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
  FEDERATION_ALLOW_NEW_FUNCTION: 'false',
};

function common(folder: string, options: BuildOptions): Configuration {
  const { target, mode, output, publicPath } = options;
  const name = basename(folder);
  const production = mode === 'production';
  const inNode = target === 'node';
  return {
    name: `${name} (${target})`,
    context: folder,
    mode,
    target: inNode ? 'node26' : ['web', 'es2022'],
    // Never an eval-based one: the Content-Security-Policy forbids eval.
    devtool: production || inNode ? false : 'cheap-module-source-map',
    output: {
      path: output,
      publicPath,
      filename: inNode ? '[name].cjs' : production ? '[name].[contenthash:12].js' : '[name].js',
      chunkFilename: production ? '[name].[contenthash:12].js' : '[name].js',
      assetModuleFilename: '[name].[contenthash:12][ext]',
      // Two releases of one remote on a page (after a retry) must not load each other's chunks.
      uniqueName: `${globalName(name)}_${versionPlaceholder}`,
      chunkLoadTimeout: 15_000,
      clean: false,
      ...(inNode ? { library: { type: 'commonjs2' } } : {}),
    },
    resolve: {
      extensions: ['.tsx', '.ts', '...'],
      conditionNames: ['source', '...'],
    },
    module: { rules: [...sourceRules(folder, options), ...fileRules(options), ...(production ? libraryRules : [])] },
    optimization: {
      minimize: production && !inNode,
      chunkIds: production ? 'deterministic' : 'named',
      moduleIds: production ? 'deterministic' : 'named',
      // Pages are small: splitting off a library would not pay for one more request.
      // Smaller shared parts cost a page more, in files and in what no longer joins, than they spare the next page.
      splitChunks: { minSize: 45_000, cacheGroups: { defaultVendors: false } },
    },
    plugins: [...(inNode ? [new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })] : [])],
    performance: false,
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
  };
}

const page = join(repositoryRoot, 'libs/build/src/standalone.html');

/** A remote: one exposed module, without anything that the shell shares. */
export const remoteConfig =
  (folder: string): RoomConfig =>
  (options) => {
    const base = common(folder, options);
    const name = globalName(basename(folder));
    const { target, versionOf } = options;
    if (target === 'standalone') {
      return {
        ...base,
        entry: { main: './src/index.ts' },
        plugins: [...(base.plugins ?? []), new rspack.HtmlRspackPlugin({ template: page, title: basename(folder) })],
      };
    }
    if (target === 'node') {
      return {
        ...base,
        entry: { remote: './src/remote.tsx' },
        externalsType: 'var',
        externals: Object.fromEntries(
          sharedDeps.map((dep) => [
            dep.name,
            `globalThis[Symbol.for(${JSON.stringify(sharedInNode)})][${JSON.stringify(dep.name)}]`,
          ]),
        ),
      };
    }
    return {
      ...base,
      entry: {},
      resolve: {
        ...base.resolve,
        alias: smallBundlerRuntime(),
      },
      plugins: [
        ...(base.plugins ?? []),
        new ModuleFederationPlugin({
          name,
          filename: options.mode === 'production' ? 'remoteEntry.[contenthash:12].js' : 'remoteEntry.js',
          library: { type: 'var', name },
          exposes: { './remote': { import: './src/remote.tsx', name: 'remote' } },
          shared: consumedByRemotes(versionOf),
          shareStrategy: 'loaded-first',
          dts: false,
          manifest: false,
          experiments: {
            externalRuntime: true,
            // Remotes never load other remotes: they fill slots through the shell.
            optimization: { target: 'web', disableSnapshot: true, disableRemote: true },
          },
        }),
      ],
    };
  };

/** The shell: a plain single-page application. Its shared modules are generated from `sharedDeps`. */
export const shellConfig =
  (folder: string): RoomConfig =>
  (options) => {
    const base = common(folder, options);
    const sharedModule = join(folder, 'src/shared-deps.generated.js');
    return {
      ...base,
      entry: options.target === 'node' ? { shell: './src/prerender.tsx' } : { main: './src/main.tsx' },
      resolve: { ...base.resolve, alias: { 'shared-deps$': sharedModule } },
      plugins: [
        ...(base.plugins ?? []),
        new rspack.DefinePlugin(federationCuts),
        new rspack.experiments.VirtualModulesPlugin({ [sharedModule]: providedByShell(options.versionOf) }),
      ],
    };
  };
