/** Written by the build from its one list of shared packages (libs/build/src/shared-deps.ts). */
declare module 'shared-deps' {
  import type { SharedLibraries } from './host/shared-libraries.ts';

  export const shared: SharedLibraries;
}
