import { parseMiles } from './parse-miles.ts';
import { usePageValue } from '@ve/mfe-kit/page-store';
import { useSyncExternalStore } from 'react';
import { useIsSample } from '../kind/report-kind.ts';

const key = (registration: string) => `dial-today-${registration}`;

/** What was typed for each registration, for every part of the page that reads it. */
interface OdometerStore {
  read: (registration: string) => string;
  /** `isKept`: beyond this page. */
  write: (registration: string, typed: string, isKept: boolean) => void;
  subscribe: (onChange: () => void) => () => void;
}

/** In the page's memory, and for the session where storage allows. It is never sent. */
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
        // Without storage it is merely typed again after a reload.
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

/** What the buyer typed as the dial's reading of this car, as typed; blank before, and after a new session. On the sample nothing outlives the page. */
export function useTypedOdometer(registration: string): [typed: string, type: (typed: string) => void] {
  const { read, write, subscribe } = usePageValue('dial-today', odometerStore);
  const typed = useSyncExternalStore(
    subscribe,
    () => read(registration),
    () => '',
  );
  const isSample = useIsSample();
  return [typed, (next) => write(registration, next, !isSample)];
}

/**
 * The miles on this car's dial today, as the buyer typed them; null while nothing, or nothing that is a mileage, was
 * typed. For whatever on the page depends on today's mileage.
 */
export function useOdometerToday(registration: string): number | null {
  const [typed] = useTypedOdometer(registration);
  const parsed = parseMiles(typed);
  return parsed.ok ? parsed.miles : null;
}
