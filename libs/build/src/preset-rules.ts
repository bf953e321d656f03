import type { RuleSetRule, SwcLoaderJscConfig, SwcLoaderOptions } from '@rspack/core';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { BuildOptions } from './build-options.ts';
import { repositoryRoot, workspaceRoot } from './repository.ts';

/** Folders whose sources are compiled: every package that runs in the browser, and the one being built. */
const sourcePackages = (folder: string): string[] => {
  const workspacePackages = globSync(['shell', 'mfe-*', 'libs/{domain,contracts,ui,mfe-kit}'], { cwd: repositoryRoot });
  return [...new Set([...workspacePackages.map((workspacePackage) => join(repositoryRoot, workspacePackage)), folder])];
};

export function swcOptions(
  workspacePackage: string,
  { mode, target, hot = false }: Pick<BuildOptions, 'mode' | 'target' | 'hot'>,
): SwcLoaderOptions & { jsc: SwcLoaderJscConfig } {
  const development = mode === 'development';
  return {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic', development: development && target !== 'node', refresh: hot } },
      experimental: {
        cacheRoot: join(workspaceRoot, '.cache/swc'),
        plugins: [
          [
            '@swc/plugin-styled-components',
            {
              // Component ids depend on their own file only, so that prerendered HTML and every bundle have the same.
              ssr: true,
              namespace: `ve-${basename(workspacePackage)}`,
              displayName: development,
              fileName: development,
              minify: true,
              pure: true,
              transpileTemplateLiterals: true,
              cssProp: false,
            },
          ],
        ],
      },
    },
    module: { type: 'es6' },
  };
}

/** Compiles TypeScript and JSX, with a namespace for styled-components per package. */
export const rspackSourceCompileRules = (folder: string, options: BuildOptions): RuleSetRule[] =>
  sourcePackages(folder).map((workspacePackage) => ({
    test: /\.tsx?$/,
    include: workspacePackage,
    exclude: /node_modules/,
    type: 'javascript/auto',
    loader: 'builtin:swc-loader',
    options: swcOptions(workspacePackage, options),
  }));

/** Files that are referenced by URL. A build for Node only names them; the browser build emits them. */
export const rspackAssetFileRules = ({ target }: BuildOptions): RuleSetRule[] => [
  { test: /\.(?:woff2|svg|png|jpe?g|webp|avif)$/, type: 'asset/resource', generator: { emit: target !== 'node' } },
];

/** Strips unused parts of libraries: of the router's single file, of icons, of styles and of the federation runtime. */
export const rspackLibraryStrippingRules: RuleSetRule[] = [
  {
    test: /react-router[\\/]dist[\\/].*\.mjs$/,
    loader: join(repositoryRoot, 'libs/build/src/unused-router-parts.cjs'),
  },
  {
    test: /lucide-react[\\/]dist[\\/]esm[\\/].*\.mjs$/,
    loader: join(repositoryRoot, 'libs/build/src/unused-icon-parts.cjs'),
  },
  {
    test: /stylis[\\/]src[\\/]Prefixer\.js$/,
    loader: join(repositoryRoot, 'libs/build/src/unused-prefixer.cjs'),
  },
  {
    test: /@module-federation[\\/]runtime-core[\\/]dist[\\/]utils[\\/]preload\.js$/,
    loader: join(repositoryRoot, 'libs/build/src/unused-federation-preload.cjs'),
  },
];
