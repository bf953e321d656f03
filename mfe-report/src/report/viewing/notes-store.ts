import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { usePageValue } from '@ve/mfe-kit/page-store';
import { useMemo, useSyncExternalStore } from 'react';
import { type CarNotes, type Change, changed, formatNotes, parseNotes } from './notes.ts';

const key = 'viewing-notes';

/** Why the browser does not keep the notes. */
export type NotKept = 'full' | 'blocked';

interface NotesStore {
  read: () => string | null;
  write: (text: string | null) => void;
  notKept: () => NotKept | null;
  subscribe: (onChange: () => void) => () => void;
}

/** In local storage; what cannot be written there stays in the page's memory. It is never sent. */
function keptStore(): NotesStore {
  // What local storage did not take; undefined while it has everything.
  let unkept: string | null | undefined;
  let problem: NotKept | null = null;
  const listeners = new Set<() => void>();
  const tellAll = () => {
    for (const listener of listeners) listener();
  };
  const elsewhere = ({ key: changedKey }: StorageEvent) => {
    if (changedKey === key || changedKey === null) tellAll();
  };
  return {
    read: () => (unkept === undefined ? stored() : unkept),
    write: (text) => {
      try {
        if (text === null) localStorage.removeItem(key);
        else localStorage.setItem(key, text);
        unkept = undefined;
        problem = null;
      } catch (error) {
        unkept = text;
        problem = error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'blocked';
      }
      tellAll();
    },
    notKept: () => problem,
    subscribe: (onChange) => {
      if (listeners.size === 0) window.addEventListener('storage', elsewhere);
      listeners.add(onChange);
      return () => {
        listeners.delete(onChange);
        if (listeners.size === 0) window.removeEventListener('storage', elsewhere);
      };
    },
  };
}

function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** For the sample: gone with the page. */
function unkeptStore(): NotesStore {
  let text: string | null = null;
  const listeners = new Set<() => void>();
  return {
    read: () => text,
    write: (next) => {
      text = next;
      for (const listener of listeners) listener();
    },
    notKept: () => null,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

export interface ViewingNotes {
  /** Null while nothing was ticked or written about this car. */
  notes: CarNotes | null;
  /** How many other cars there are notes on. */
  others: number;
  /** Why the latest change is in the page's memory alone. */
  notKept: NotKept | null;
  change: (change: Change) => void;
  /** Deletes the notes on this car, or on all; what it gives back takes that back. */
  remove: (which: 'this' | 'all') => () => void;
}

/** A buyer's notes on a car, in this browser; of the sample, in the page alone. */
export function useViewingNotes(registration: string, isSample: boolean): ViewingNotes {
  const store = usePageValue(isSample ? 'viewing-notes-sample' : key, isSample ? unkeptStore : keptStore);
  const text = useSyncExternalStore(store.subscribe, store.read, () => null);
  const notKept = useSyncExternalStore(store.subscribe, store.notKept, () => null);
  const cars = useMemo(() => parseNotes(text), [text]);
  // Another tab may have written since.
  const write = (next: (now: CarNotes[]) => CarNotes[]) => store.write(formatNotes(next(parseNotes(store.read()))));
  return {
    notes: cars.find((car) => car.registration === registration) ?? null,
    others: cars.filter((car) => car.registration !== registration).length,
    notKept,
    change: (change) => write((now) => changed(now, registration, change, dayHere())),
    remove: (which) => {
      const gone = which === 'all' ? cars : cars.filter((car) => car.registration === registration);
      const isGone = (car: CarNotes) => gone.some((each) => each.registration === car.registration);
      write((now) => now.filter((car) => !isGone(car)));
      return () => write((now) => [...gone, ...now.filter((car) => !isGone(car))]);
    },
  };
}

/** The page may have been open for days. */
const dayHere = (): IsoDate => londonDate(new Date());
