import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False while a page sent as HTML comes alive, true from then on (and at once on a page that was rendered here). What
 * depends on the address's query or on this browser waits for it, so that the first render equals what was sent.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
