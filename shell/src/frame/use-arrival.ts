import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router-dom';
import { openScrollMemory, type ScrollMemory } from './scroll-memory.ts';

/** The router gives no key to an entry that it did not make: a document, or a step within a page. Such a one gets ours. */
function entryOf({ key }: Location): string {
  if (key !== 'default') return key;
  const state = history.state as { entry?: unknown } | null;
  if (typeof state?.entry === 'string') return state.entry;
  const entry = Math.random().toString(36).slice(2);
  history.replaceState({ ...state, entry }, '');
  return entry;
}

/** Whoever moved before the page hydrated stays there. The browser by itself gets as far as the page is long by then. */
function isUnmoved(place: number): boolean {
  const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
  return scrollTop === 0 || (scrollTop < place && scrollTop + clientHeight > scrollHeight - 2);
}

const targetOf = ({ hash }: Location): HTMLElement | null =>
  hash === '' ? null : document.getElementById(hash.slice(1));

/**
 * After a step to another page its content gets the focus. A page gone to starts at its top, or at what the address
 * names; one gone back to is where it was left. Answers the place of the content.
 */
export function useArrival() {
  const main = useRef<HTMLElement>(null);
  const memory = useRef<ScrollMemory>(null);
  const here = useRef<string>(null);
  const location = useLocation();
  const kind = useNavigationType();

  useLayoutEffect(() => {
    const opened = openScrollMemory();
    memory.current = opened;
    here.current = null;
    return opened.close;
  }, []);

  useLayoutEffect(() => {
    if (memory.current === null) return;
    const { show, placeOf, goTo } = memory.current;
    const [isFirst, isOther] = [here.current === null, here.current !== location.pathname];
    here.current = location.pathname;
    const entry = entryOf(location);
    const place = placeOf(entry);
    show(entry);
    if (isFirst) {
      if (place !== null && isUnmoved(place)) goTo(place);
    } else if (kind === 'POP' && place !== null) {
      goTo(place);
    } else if (isOther) {
      goTo(0);
      targetOf(location)?.scrollIntoView();
    }
  }, [location, kind]);

  const shown = useRef(location.pathname);
  useEffect(() => {
    if (shown.current === location.pathname) return;
    shown.current = location.pathname;
    main.current?.focus({ preventScroll: true });
  }, [location.pathname]);
  return main;
}
