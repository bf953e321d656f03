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

/** `ready` with `user: null` is a visitor; `error` means that we could not find out. */
export type SessionState =
  { status: 'loading'; user: null } | { status: 'ready'; user: SessionUser | null } | { status: 'error'; user: null };

interface SessionValue {
  state: SessionState;
  refresh: () => void;
}

/** A session older than this is asked for again when the visitor comes back to the page, in milliseconds. */
const staleMs = 60_000;

const loading: SessionState = { status: 'loading', user: null };
const failed: SessionState = { status: 'error', user: null };

const SessionContext = createContext<SessionValue | null>(null);

const fetchSession = (signal: AbortSignal): Promise<Session> => callApi(guardedSession, { signal });

/** Reads `GET /api/session` once for the whole page and offers it to every remote. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState(loading);
  const [asked, setAsked] = useState(0);
  const refresh = useCallback(() => {
    setAsked((times) => times + 1);
  }, []);

  useEffect(() => {
    const asking = new AbortController();
    // As a transition: finished HTML whose code is still on its way is otherwise thrown away and made anew.
    const become: typeof setState = (next) => {
      startTransition(() => {
        setState(next);
      });
    };
    // Every page asks: one failure may be chance, two are a fault.
    fetchSession(asking.signal)
      .catch(() => fetchSession(asking.signal))
      .then(
        ({ user }) => {
          become({ status: 'ready', user });
        },
        () => {
          if (!asking.signal.aborted) become((known) => (known.status === 'ready' ? known : failed));
        },
      );
    const answeredAt = Date.now();
    const onReturn = () => {
      if (document.visibilityState === 'visible' && Date.now() - answeredAt > staleMs) refresh();
    };
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      asking.abort();
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [asked, refresh]);

  const value = useMemo(() => ({ state, refresh }), [state, refresh]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

const nothing = () => undefined;

/** A session that is given, not asked for: for tests and examples. */
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
 * Who is signed in. What it says decides what is shown, never what is allowed: the service decides that.
 * @throws outside a SessionProvider.
 */
export const useSession = (): SessionState => useSessionValue().state;

/**
 * Asks again who is signed in: after signing in or out, or when it could not be found out.
 * @throws outside a SessionProvider.
 */
export const useRefreshSession = (): (() => void) => useSessionValue().refresh;
