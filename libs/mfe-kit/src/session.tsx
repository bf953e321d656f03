import type { Session } from '@ve/contracts/http/session';
import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { guardedSession } from './answer-guards.tsx';
import { callApi } from './api.tsx';

export type SessionUser = NonNullable<Session['user']>;

/** `ready` with `user: null` is a visitor; `error` means that we could not check. */
export type SessionState =
  { status: 'loading'; user: null } | { status: 'ready'; user: SessionUser | null } | { status: 'error'; user: null };

interface SessionValue {
  state: SessionState;
  refresh: () => void;
}

/** A session older than this is refetched when the page becomes visible again, in milliseconds. */
const staleMs = 60_000;

const loading: SessionState = { status: 'loading', user: null };
const failed: SessionState = { status: 'error', user: null };

const SessionContext = createContext<SessionValue | null>(null);

const fetchSession = (signal: AbortSignal): Promise<Session> => callApi(guardedSession, { signal });

/** Fetches `GET /api/session` once for the whole page and provides it to every remote. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState(loading);
  const [fetches, setFetches] = useState(0);
  const refresh = useCallback(() => {
    setFetches((times) => times + 1);
  }, []);

  useEffect(() => {
    const controller = new AbortController();
    // A transition, or else React would discard and re-render prerendered HTML whose code is still loading.
    const update: typeof setState = (next) => {
      startTransition(() => {
        setState(next);
      });
    };
    // Every page needs it: retry once, because a single failure may be transient.
    fetchSession(controller.signal)
      .catch(() => fetchSession(controller.signal))
      .then(
        ({ user }) => {
          update({ status: 'ready', user });
        },
        () => {
          if (!controller.signal.aborted) update((known) => (known.status === 'ready' ? known : failed));
        },
      );
    const answeredAt = Date.now();
    const onReturn = () => {
      if (document.visibilityState === 'visible' && Date.now() - answeredAt > staleMs) refresh();
    };
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      controller.abort();
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [fetches, refresh]);

  const value = useMemo(() => ({ state, refresh }), [state, refresh]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

const nothing = () => undefined;

/** A fixed session, without a request: for tests and examples. */
export function FixedSession({ session, children }: { session: SessionState; children: ReactNode }) {
  const value = useMemo(() => ({ state: session, refresh: nothing }), [session]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

function useSessionValue(): SessionValue {
  const value = useContext(SessionContext);
  if (value === null) throw new Error('The session needs a SessionProvider above it');
  return value;
}

/**
 * The current session. It decides what is shown, never what is allowed: that is up to the service.
 * @throws outside a SessionProvider.
 */
export const useSession = (): SessionState => useSessionValue().state;

/**
 * Refetches the session: after signing in or out, or after an error.
 * @throws outside a SessionProvider.
 */
export const useRefreshSession = (): (() => void) => useSessionValue().refresh;
