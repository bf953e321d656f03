import type { PackageVersionLookup } from './shared-deps.ts';

/** `browser`: as released. `node`: for prerendering. `standalone`: a remote without the shell, in a page of its own. */
export type BuildTarget = 'browser' | 'node' | 'standalone';

export interface BuildOptions {
  target: BuildTarget;
  mode: 'production' | 'development';
  output: string;
  /** URL path of the files. */
  publicPath: string;
  versionOf: PackageVersionLookup;
  /** Replaces edited modules in the running page, and keeps the state of components whose hooks did not change. */
  hot?: boolean;
  /** The shell is served from its sources too, so that it provides every shared module. */
  withShell?: boolean;
}
