import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { usePageValue } from '@ve/mfe-kit/page-store';
import { useMemo, useSyncExternalStore } from 'react';
import {
  type ViewingNotesOfCar,
  type ViewingNotesChange,
  applyViewingNotesChange,
  formatViewingNotes,
  parseViewingNotes,
} from './notes.ts';

const key = 'viewing-notes';

/** Why the browser does not store the notes. */
export type ViewingNotesStorageFailure = 'full' | 'blocked';

interface NotesStore {
  read: () => string | null;
  write: (text: string | null) => void;
  notRetained: () => ViewingNotesStorageFailure | null;
  subscribe: (onChange: () => void) => () => void;
}

/** Stores notes in local storage, or in the page's memory if that fails. They are never sent. */
function localStorageNotes(): NotesStore {
  // The text that local storage refused; undefined while all is stored.
  let unsavedText: string | null | undefined;
  let problem: ViewingNotesStorageFailure | null = null;
  const listeners = new Set<() => void>();
  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };
  const elsewhere = ({ key: changedKey }: StorageEvent) => {
    if (changedKey === key || changedKey === null) notifyListeners();
  };
  return {
    read: () => (unsavedText === undefined ? stored() : unsavedText),
    write: (text) => {
      try {
        if (text === null) localStorage.removeItem(key);
        else localStorage.setItem(key, text);
        unsavedText = undefined;
        problem = null;
      } catch (error) {
        unsavedText = text;
        problem = error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'blocked';
      }
      notifyListeners();
    },
    notRetained: () => problem,
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

/** For the sample, whose notes end with the page. */
function inMemoryNotes(): NotesStore {
  let text: string | null = null;
  const listeners = new Set<() => void>();
  return {
    read: () => text,
    write: (next) => {
      text = next;
      for (const listener of listeners) listener();
    },
    notRetained: () => null,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

export interface ViewingNotes {
  /** Null while there are no ticks or notes on this car. */
  notes: ViewingNotesOfCar | null;
  /** The number of other cars with notes. */
  others: number;
  /** Why the latest change is only in the page's memory. */
  notRetained: ViewingNotesStorageFailure | null;
  change: (change: ViewingNotesChange) => void;
  /** Deletes the notes on this car, or on all; returns a function that restores them. */
  remove: (which: 'this' | 'all') => () => void;
}

/** A buyer's notes on a car, in this browser; those of the sample only in the page's memory. */
export function useViewingNotes(registration: string, isSample: boolean): ViewingNotes {
  const store = usePageValue(isSample ? 'viewing-notes-sample' : key, isSample ? inMemoryNotes : localStorageNotes);
  const text = useSyncExternalStore(store.subscribe, store.read, () => null);
  const notRetained = useSyncExternalStore(store.subscribe, store.notRetained, () => null);
  const cars = useMemo(() => parseViewingNotes(text), [text]);
  // Reads the notes again, because another tab may have changed them.
  const write = (next: (now: ViewingNotesOfCar[]) => ViewingNotesOfCar[]) =>
    store.write(formatViewingNotes(next(parseViewingNotes(store.read()))));
  return {
    notes: cars.find((car) => car.registration === registration) ?? null,
    others: cars.filter((car) => car.registration !== registration).length,
    notRetained,
    change: (change) => write((now) => applyViewingNotesChange(now, { registration, change, today: currentDay() })),
    remove: (which) => {
      const removed = which === 'all' ? cars : cars.filter((car) => car.registration === registration);
      const isRemoved = (car: ViewingNotesOfCar) => removed.some((each) => each.registration === car.registration);
      write((now) => now.filter((car) => !isRemoved(car)));
      return () => write((now) => [...removed, ...now.filter((car) => !isRemoved(car))]);
    },
  };
}

/** Today's London date; computed at each use, since the page may stay open for days. */
const currentDay = (): IsoDate => londonDate(new Date());
