import { createInstance } from '@module-federation/runtime';
import * as runtimeCore from '@module-federation/runtime/core';
import type { LoadRemoteModule } from './remote-host.ts';
import type { SharedLibraries } from './shared-libraries.ts';

/** Remotes are built without a federation runtime: they use this one, through this global name. */
const provideRuntime = (): void => {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
};

/** The global variable that a remote's entry chunk sets. */
const remoteGlobalName = (remote: string): string => remote.replaceAll('-', '_');

/** A federation host that registers remotes on demand. */
export function createRemoteModuleLoader(shared: SharedLibraries): LoadRemoteModule {
  provideRuntime();
  const host = createInstance({ name: 'shell', remotes: [], shared, shareStrategy: 'loaded-first' });
  return (entry, attempt, part) => {
    // A new URL for each attempt: the browser may have cached the failure of the old one.
    const address = attempt === 0 ? entry.entry : `${entry.entry}?retry=${String(attempt)}`;
    host.registerRemotes(
      [{ name: entry.name, entry: address, entryGlobalName: remoteGlobalName(entry.name), type: 'global' }],
      { force: attempt > 0 },
    );
    return host.loadRemote(`${entry.name}/${part}`);
  };
}
