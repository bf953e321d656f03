import type { RemoteRegistry } from '@ve/contracts/remote-manifest';
import { useSyncExternalStore } from 'react';
import type { RemoteHost } from './remote-host.ts';

/** The current registry; null without a valid one. Re-renders when it changes. */
export const useRemoteRegistry = ({ registry, subscribe }: RemoteHost): RemoteRegistry | null =>
  useSyncExternalStore(subscribe, registry, registry);
