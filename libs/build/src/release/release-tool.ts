import type { BuildContext } from '../build-package.ts';
import type { ReleaseServer } from './release-server.ts';

export interface ReleaseTool {
  server: ReleaseServer;
  context: BuildContext;
  /** Folder for what is fetched from the site and rendered of it. */
  cache: string;
  print: (line: string) => void;
}

/** The release is not as it was asked for; the message says what holds now. */
export class ReleaseFailedError extends Error {}

export const kB = (bytes: number): string => (bytes / 1_000).toFixed(1);
