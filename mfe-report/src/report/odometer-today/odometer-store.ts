import { parseMiles } from './parse-miles.ts';
import { usePageValue } from '@ve/mfe-kit/page-store';
import { useSyncExternalStore } from 'react';
import { useIsSampleReport } from '../kind/report-kind.ts';

const key = (registration: string) => `dial-today-${registration}`;

/** The odometer input for each registration, shared by all parts of the page. */
interface OdometerStore {
  read: (registration: string) => string;
  /** `isKept`: also after this page was left. */
  write: (registration: string, typed: string, isKept: boolean) => void;
  subscribe: (onChange: () => void) => () => void;
}

/** Stores the input in the page's memory, and for the session if storage allows. It is never sent. */
function odometerStore(): OdometerStore {
  const typedHere = new Map<string, string>();
  const listeners = new Set<() => void>();
  return {
    read: (registration) => typedHere.get(registration) ?? stored(registration),
    write: (registration, typed, isKept) => {
      typedHere.set(registration, typed);
      try {
        if (!isKept || typed === '') sessionStorage.removeItem(key(registration));
        else sessionStorage.setItem(key(registration), typed);
      } catch {
        // Without storage it must be typed again after a reload.
      }
      for (const listener of listeners) listener();
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

function stored(registration: string): string {
  try {
    return sessionStorage.getItem(key(registration)) ?? '';
  } catch {
    return '';
  }
}

/**
 * The odometer reading of this car as the buyer typed it; empty at first and in a new session. The sample keeps it only
 * in memory.
 */
export function useTypedOdometer(registration: string): [typed: string, type: (typed: string) => void] {
  const { read, write, subscribe } = usePageValue('dial-today', odometerStore);
  const typed = useSyncExternalStore(
    subscribe,
    () => read(registration),
    () => '',
  );
  const isSample = useIsSampleReport();
  return [typed, (next) => write(registration, next, !isSample)];
}

/** Today's miles on this car's odometer, as typed by the buyer; null while the input is empty or not a mileage. */
export function useOdometerToday(registration: string): number | null {
  const [typed] = useTypedOdometer(registration);
  const parsed = parseMiles(typed);
  return parsed.ok ? parsed.miles : null;
}
