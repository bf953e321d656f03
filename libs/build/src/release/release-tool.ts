import type { BuildContext } from '../build-package.ts';
import type { ReleaseServer } from './release-server.ts';

export interface ReleaseTool {
  server: ReleaseServer;
  context: BuildContext;
  /** Folder for releases fetched from the site and pages rendered from them. */
  cache: string;
  print: (line: string) => void;
}

/** The release did not succeed as requested; the message describes the current state. */
export class ReleaseFailedError extends Error {}

export const formatKilobytes = (bytes: number): string => (bytes / 1_000).toFixed(1);
