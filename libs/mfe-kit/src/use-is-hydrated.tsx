import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False while prerendered HTML hydrates, true afterwards (and immediately on a page rendered in the browser). Code that
 * depends on the query string or on this browser must wait for it, so that the first render matches the prerendered
 * HTML.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
