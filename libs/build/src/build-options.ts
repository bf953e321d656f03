import type { VersionOf } from './shared-deps.ts';

/** `browser`: as released. `node`: to render pages for a release. `standalone`: a remote alone, with its own page. */
export type BuildTarget = 'browser' | 'node' | 'standalone';

export interface BuildOptions {
  target: BuildTarget;
  mode: 'production' | 'development';
  /** Folder that takes the files. */
  output: string;
  /** Where browsers find them. */
  publicPath: string;
  versionOf: VersionOf;
}
