import type { Registry } from '@ve/contracts/remote-manifest';
import { useSyncExternalStore } from 'react';
import type { RemoteHost } from './remote-host.ts';

/** The current registry; null without a valid one. Re-renders when it changes. */
export const useRegistry = ({ registry, subscribe }: RemoteHost): Registry | null =>
  useSyncExternalStore(subscribe, registry, registry);
