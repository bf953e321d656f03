/** The oldest entries are evicted first. */
const maxBuffered = 50;
/** How long content may take to load, in milliseconds. */
const waitLimitMs = 10_000;
/** Events by which a reader takes over scrolling. */
const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

export interface ScrollMemory {
  /** Sets the current history entry, whose scroll position is recorded from now on. */
  show: (entry: string) => void;
  /** The entry's scroll position, in pixels from the top; null where unknown. */
  placeOf: (entry: string) => number | null;
  /** Scrolls there and stays while content loads, until the reader scrolls. */
  goTo: (place: number) => void;
  close: () => void;
}

function readPlaces(): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem('scroll-positions') ?? '[]');
    if (!Array.isArray(stored)) return new Map();
    return new Map(
      stored.filter(
        (pair): pair is [string, number] =>
          Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'number',
      ),
    );
  } catch {
    return new Map();
  }
}

function writePlaces(places: ReadonlyMap<string, number>): void {
  try {
    sessionStorage.setItem('scroll-positions', JSON.stringify([...places].slice(-maxBuffered)));
  } catch {
    // Without storage, positions last as long as the document.
  }
}

/**
 * Records the scroll position of each history entry, because the browser restores its own before the page of that entry
 * has rendered. When leaving our documents, the browser's own restoration is back on.
 */
export function createScrollMemory(): ScrollMemory {
  const page = document.documentElement;
  const places = readPlaces();
  let shown: { entry: string; address: string } | null = null;
  let unsubscribeScroll: (() => void) | null = null;

  const note = (): void => {
    // When the URL differs, the browser is at another entry already, whose page has not rendered yet.
    if (shown === null || unsubscribeScroll !== null || shown.address !== location.href) return;
    places.delete(shown.entry);
    places.set(shown.entry, Math.round(page.scrollTop));
  };
  const settle = (): void => unsubscribeScroll?.();
  const leave = (): void => {
    writePlaces(places);
    history.scrollRestoration = 'auto';
  };
  const enter = (): void => {
    history.scrollRestoration = 'manual';
  };

  const hold = (place: number): void => {
    const growth = new ResizeObserver(() => {
      page.scrollTop = place;
    });
    const timer = setTimeout(settle, waitLimitMs);
    for (const move of moves) window.addEventListener(move, settle, { passive: true });
    unsubscribeScroll = () => {
      unsubscribeScroll = null;
      growth.disconnect();
      clearTimeout(timer);
      for (const move of moves) window.removeEventListener(move, settle);
    };
    growth.observe(document.body);
  };

  const goTo = (place: number): void => {
    settle();
    page.scrollTop = place;
    if (place > 0) hold(place);
    else note();
  };
  // Back from an entry that was left before it was rendered: the current one is still shown, so that it is not rendered
  // again.
  const onHistoryStep = (): void => {
    if (shown === null || shown.address !== location.href) return;
    const place = places.get(shown.entry);
    if (place !== undefined) goTo(place);
  };

  enter();
  window.addEventListener('scroll', note, { passive: true });
  window.addEventListener('popstate', onHistoryStep);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', enter);
  return {
    show: (entry) => {
      settle();
      shown = { entry, address: location.href };
      if (!places.has(entry)) note();
    },
    placeOf: (entry) => places.get(entry) ?? null,
    goTo,
    close: () => {
      settle();
      leave();
      window.removeEventListener('scroll', note);
      window.removeEventListener('popstate', onHistoryStep);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', enter);
    },
  };
}
