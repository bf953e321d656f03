/** Older entries are forgotten first. */
const mostKept = 50;
/** How long content may take to arrive, in milliseconds. */
const patienceMs = 10_000;
/** What a reader does who wants to be elsewhere. */
const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

export interface ScrollMemory {
  /** The entry of the browser's history that is now on show: from here on its place is remembered. */
  show: (entry: string) => void;
  /** Where the entry was left, in pixels from the top; null where that is not known. */
  placeOf: (entry: string) => number | null;
  /** Goes there and stays while content arrives, until the reader moves. */
  goTo: (place: number) => void;
  close: () => void;
}

function readPlaces(): Map<string, number> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem('scroll-positions') ?? '[]');
    if (!Array.isArray(kept)) return new Map();
    return new Map(
      kept.filter(
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
    sessionStorage.setItem('scroll-positions', JSON.stringify([...places].slice(-mostKept)));
  } catch {
    // Without storage places are known until the document is left.
  }
}

/**
 * Remembers how far down each entry of the history was left, because the browser goes back to its own memory before the
 * page of that entry is there. While no document of ours is on show the browser's own way is in force.
 */
export function openScrollMemory(): ScrollMemory {
  const page = document.documentElement;
  const places = readPlaces();
  let shown: { entry: string; address: string } | null = null;
  let letGo: (() => void) | null = null;

  const note = (): void => {
    // With another address the browser is at another entry already, whose page is still to come.
    if (shown === null || letGo !== null || shown.address !== location.href) return;
    places.delete(shown.entry);
    places.set(shown.entry, Math.round(page.scrollTop));
  };
  const settle = (): void => letGo?.();
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
    const timer = setTimeout(settle, patienceMs);
    for (const move of moves) window.addEventListener(move, settle, { passive: true });
    letGo = () => {
      letGo = null;
      growth.disconnect();
      clearTimeout(timer);
      for (const move of moves) window.removeEventListener(move, settle);
    };
    growth.observe(document.body);
  };

  enter();
  window.addEventListener('scroll', note, { passive: true });
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', enter);
  return {
    show: (entry) => {
      settle();
      shown = { entry, address: location.href };
      if (!places.has(entry)) note();
    },
    placeOf: (entry) => places.get(entry) ?? null,
    goTo: (place) => {
      settle();
      page.scrollTop = place;
      if (place > 0) hold(place);
      else note();
    },
    close: () => {
      settle();
      leave();
      window.removeEventListener('scroll', note);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', enter);
    },
  };
}
