/** Written by the build from its one list of shared packages (libs/build/src/shared-deps.ts). */
declare module 'shared-deps' {
  import type { SharedLibraries } from './host/shared-libraries.ts';

  export const shared: SharedLibraries;
  /** The version of the contract between shell and remotes that this shell offers. */
  export const contractVersion: string;
}
