import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, rspack, type RuleSetRule } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { BuildOptions } from './build-options.ts';
import { remoteGlobalName, nodeSharedModulesKey, releaseVersionPlaceholder } from './preset-names.ts';
import { rspackAssetFileRules, rspackLibraryStrippingRules, rspackSourceCompileRules } from './preset-rules.ts';
import { sourceMapFolder } from './release-files.ts';
import { repositoryRoot } from './repository.ts';
import {
  remoteFederationSharedOptions,
  remoteSharedModulesSource,
  sharedDeps,
  shellSharedModulesSource,
} from './shared-deps.ts';

/** Runs before React in a development shell, so that components can be replaced in a running page. */
const refreshHook = join(repositoryRoot, 'libs/build/src/refresh-hook.mjs');
/** Part of a remote that is worked on. */
const renderErrors = join(repositoryRoot, 'libs/build/src/render-errors.mjs');
const shellReact = {
  'react/jsx-dev-runtime$': join(repositoryRoot, 'libs/build/src/shell-jsx-runtime.mjs'),
  've-component-proxies$': join(repositoryRoot, 'libs/build/src/component-proxies.mjs'),
};
/** Keeps the state of components in a shell whose React cannot replace them. */
const componentProxies = (folder: string): RuleSetRule => ({
  test: /\.tsx?$/,
  include: join(folder, 'src'),
  enforce: 'pre',
  loader: join(repositoryRoot, 'libs/build/src/component-proxies.cjs'),
});

/** The export of a package's `rspack.config.mjs`. */
export type PackageBuildConfig = (options: BuildOptions) => Configuration;

const require = createRequire(import.meta.url);

/**
 * Resolves the bundler runtime in every remote's entry chunk to its ESM build, which can be tree-shaken, instead of
 * CommonJS.
 */
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

/**
 * Pages are small: a separate library chunk would not pay for one more request. Smaller shared chunks cost a page more,
 * in files and in worse compression, than they save on the next page.
 */
const separately = { minSize: 45_000, cacheGroups: { defaultVendors: false as const } };

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
    // Never an eval-based one: the Content-Security-Policy forbids eval. In production no script names its map.
    devtool: inNode ? false : production ? 'hidden-nosources-source-map' : 'cheap-module-source-map',
    output: {
      path: output,
      publicPath,
      filename: inNode ? '[name].cjs' : production ? '[name].[contenthash:12].js' : '[name].js',
      chunkFilename: production ? '[name].[contenthash:12].js' : '[name].js',
      assetModuleFilename: '[name].[contenthash:12][ext]',
      ...(production ? { sourceMapFilename: `${sourceMapFolder}/[file].map` } : {}),
      devtoolModuleFilenameTemplate: '[resource-path]',
      devtoolFallbackModuleFilenameTemplate: '[resource-path]',
      // Two releases of one remote on a page (after a retry) must not load each other's chunks.
      uniqueName: `${remoteGlobalName(name)}_${releaseVersionPlaceholder}`,
      chunkLoadTimeout: 15_000,
      clean: false,
      ...(inNode ? { library: { type: 'commonjs2' } } : {}),
    },
    resolve: {
      extensions: ['.tsx', '.ts', '...'],
      conditionNames: ['source', '...'],
    },
    module: {
      rules: [
        ...rspackSourceCompileRules(folder, options),
        ...rspackAssetFileRules(options),
        ...(production ? rspackLibraryStrippingRules : []),
      ],
    },
    optimization: {
      minimize: production && !inNode,
      chunkIds: production ? 'deterministic' : 'named',
      moduleIds: production ? 'deterministic' : 'named',
      splitChunks: separately,
    },
    plugins: [
      ...(inNode ? [new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })] : []),
      ...(options.hot ? [new ReactRefreshRspackPlugin(), new rspack.EntryPlugin(folder, renderErrors, {})] : []),
    ],
    performance: false,
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
  };
}

const page = join(repositoryRoot, 'libs/build/src/standalone.html');

/** The modules that a remote exposes: its pages and, where it fills slots of others, its slot fillers. */
const exposedModules = (folder: string): string[] =>
  ['remote', 'slots'].filter((part) => part === 'remote' || existsSync(join(folder, `src/${part}.tsx`)));

/** A remote: its pages and its slot fillers as exposed modules, without any module that the shell shares. */
export const remoteConfig =
  (folder: string): PackageBuildConfig =>
  (options) => {
    const base = common(folder, options);
    const name = remoteGlobalName(basename(folder));
    const { target, versionOf } = options;
    const sharedModule = join(folder, 'src/shared-deps.generated.js');
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
            `globalThis[Symbol.for(${JSON.stringify(nodeSharedModulesKey)})][${JSON.stringify(dep.name)}]`,
          ]),
        ),
      };
    }
    return {
      ...base,
      entry: {},
      resolve: {
        ...base.resolve,
        alias: { ...smallBundlerRuntime(), ...(options.hot ? shellReact : {}) },
      },
      module: {
        rules: [
          ...(base.module?.rules ?? []),
          ...(options.hot && !options.withShell ? [componentProxies(folder)] : []),
        ],
      },
      optimization: {
        ...base.optimization,
        // A chunk shared by slots and pages would be one more file that delays the first view of each page.
        splitChunks: {
          ...separately,
          chunks: (chunk) => !chunk.canBeInitial() && !exposedModules(folder).includes(chunk.name ?? ''),
        },
      },
      plugins: [
        ...(base.plugins ?? []),
        ...(options.withShell
          ? [new rspack.experiments.VirtualModulesPlugin({ [sharedModule]: remoteSharedModulesSource() })]
          : []),
        new ModuleFederationPlugin({
          name,
          filename: options.mode === 'production' ? 'remoteEntry.[contenthash:12].js' : 'remoteEntry.js',
          library: { type: 'var', name },
          exposes: Object.fromEntries(
            exposedModules(folder).map((part) => [
              `./${part}`,
              { import: [...(options.withShell ? [sharedModule] : []), `./src/${part}.tsx`], name: part },
            ]),
          ),
          shared: remoteFederationSharedOptions(versionOf),
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
  (folder: string): PackageBuildConfig =>
  (options) => {
    const base = common(folder, options);
    const sharedModule = join(folder, 'src/shared-deps.generated.js');
    const main = options.mode === 'development' ? [refreshHook, './src/main.tsx'] : './src/main.tsx';
    return {
      ...base,
      entry:
        options.target === 'node'
          ? { shell: './src/prerender.tsx' }
          : {
              main,
              starter: './src/starter.ts',
              // In a separate layer, because modules that it shares with other code would become extra modules of the
              // main bundle.
              devtools: { import: './src/devtools/main.ts', layer: 'devtools' },
            },
      resolve: { ...base.resolve, alias: { 'shared-deps$': sharedModule } },
      plugins: [
        ...(base.plugins ?? []),
        new rspack.DefinePlugin(federationCuts),
        new rspack.experiments.VirtualModulesPlugin({ [sharedModule]: shellSharedModulesSource(options.versionOf) }),
      ],
    };
  };
