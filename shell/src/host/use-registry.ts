import type { Registry } from '@ve/contracts/remote-manifest';
import { useSyncExternalStore } from 'react';
import type { RemoteHost } from './remote-host.ts';

/** The registry in use, as it changes; null without a valid one. */
export const useRegistry = ({ registry, subscribe }: RemoteHost): Registry | null =>
  useSyncExternalStore(subscribe, registry, registry);
