import { createInstance } from '@module-federation/runtime';
import * as runtimeCore from '@module-federation/runtime/core';
import type { LoadModule } from './remote-host.ts';
import type { SharedLibraries } from './shared-libraries.ts';

/** Remotes are built without a federation runtime of their own: they use this one, by this name. */
const provideRuntime = (): void => {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
};

/** The global that a remote's entry script sets. */
const globalName = (remote: string): string => remote.replaceAll('-', '_');

/** A federation host that knows no remote until it is asked for one. */
export function createFederation(shared: SharedLibraries): LoadModule {
  provideRuntime();
  const host = createInstance({ name: 'shell', remotes: [], shared, shareStrategy: 'loaded-first' });
  return (entry, attempt) => {
    // A new address for a new attempt: the browser may remember that the old one failed.
    const address = attempt === 0 ? entry.entry : `${entry.entry}?retry=${String(attempt)}`;
    host.registerRemotes(
      [{ name: entry.name, entry: address, entryGlobalName: globalName(entry.name), type: 'global' }],
      { force: attempt > 0 },
    );
    return host.loadRemote(`${entry.name}/remote`);
  };
}
