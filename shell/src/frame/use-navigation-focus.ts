import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router-dom';
import { createScrollMemory, type ScrollMemory } from './scroll-memory.ts';

/**
 * The key of a history entry. The router has none for entries that it did not create (a document, a fragment): they get
 * our own.
 */
function entryOf({ key }: Location): string {
  if (key !== 'default') return key;
  const state = history.state as { entry?: unknown } | null;
  if (typeof state?.entry === 'string') return state.entry;
  const entry = Math.random().toString(36).slice(2);
  history.replaceState({ ...state, entry }, '');
  return entry;
}

/**
 * Whether the reader has not scrolled since the document loaded. The browser restores a position only within the page's
 * current height.
 */
function isUnmoved(place: number): boolean {
  const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
  return scrollTop === 0 || (scrollTop < place && scrollTop + clientHeight > scrollHeight - 2);
}

const targetOf = ({ hash }: Location): HTMLElement | null =>
  hash === '' ? null : document.getElementById(hash.slice(1));

/**
 * After a navigation, focuses the page's content. A new page starts at its top, or at the URL's fragment; Back restores
 * the scroll position. Returns the ref of the content.
 */
export function useNavigationFocus() {
  const main = useRef<HTMLElement>(null);
  const memory = useRef<ScrollMemory>(null);
  const here = useRef<string>(null);
  const location = useLocation();
  const kind = useNavigationType();

  useLayoutEffect(() => {
    const opened = createScrollMemory();
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
