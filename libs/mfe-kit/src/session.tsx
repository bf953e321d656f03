import type { Session } from '@ve/contracts/http/identity/session';
import {
  createContext,
  type ReactNode,
  type SetStateAction,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { readSessionWithResponseGuards } from './response-guards.tsx';
import { callApi } from './api.tsx';

export type SessionUser = NonNullable<Session['user']>;

/** `ready` with `user: null` is a visitor; `error` means that the session could not be read. */
export type SessionState =
  | { status: 'loading'; user: null }
  | { status: 'ready'; user: SessionUser | null; staff?: Session['staff'] }
  | { status: 'error'; user: null };

interface SessionValue {
  state: SessionState;
  refresh: () => Promise<void>;
  opened: () => Promise<void>;
  ended: () => void;
}

/** A session older than this is refetched when the page becomes visible again, in milliseconds. */
const staleMs = 60_000;

const loading: SessionState = { status: 'loading', user: null };
const failed: SessionState = { status: 'error', user: null };
const visitorState: SessionState = { status: 'ready', user: null };

const SessionContext = createContext<SessionValue | null>(null);

const fetchSession = (signal: AbortSignal): Promise<Session> => callApi(readSessionWithResponseGuards, { signal });

type Event = 'opened' | 'ended';

/** Notifies the browser's other tabs; without support they refetch when they next become visible. */
const otherTabs = (): BroadcastChannel | null =>
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('ve-session');

/** Fetches `GET /api/session` once for the whole page and provides it to every remote. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState(loading);
  const running = useRef<AbortController>(null);
  const fetchedAt = useRef(0);
  const tabs = useRef<BroadcastChannel>(null);

  const refresh = useCallback(async () => {
    running.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    fetchedAt.current = Date.now();
    try {
      // Every page needs it: retries once, because a single failure may be transient.
      const session = await fetchSession(signal).catch(() => fetchSession(signal));
      update({ status: 'ready', ...session });
    } catch {
      if (!signal.aborted) update((known) => (known.status === 'ready' ? known : failed));
    }
    // A transition, or else React would discard and re-render prerendered HTML whose code is still loading.
    function update(next: SetStateAction<SessionState>): void {
      startTransition(() => {
        setState(next);
      });
    }
  }, []);

  const end = useCallback(() => {
    running.current?.abort();
    setState(visitorState);
  }, []);

  useEffect(() => {
    void refresh();
    const onReturn = () => {
      if (document.visibilityState === 'visible' && Date.now() - fetchedAt.current > staleMs) void refresh();
    };
    document.addEventListener('visibilitychange', onReturn);
    const channel = otherTabs();
    tabs.current = channel;
    channel?.addEventListener('message', ({ data }: MessageEvent<Event>) => {
      if (data === 'ended') end();
      else void refresh();
    });
    return () => {
      running.current?.abort();
      channel?.close();
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [refresh, end]);

  const value = useMemo(() => {
    const notifyTabs = (event: Event) => tabs.current?.postMessage(event);
    const opened = () => {
      notifyTabs('opened');
      return refresh();
    };
    const ended = () => {
      notifyTabs('ended');
      end();
    };
    return { state, refresh, opened, ended };
  }, [state, refresh, end]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

const nothing = () => undefined;
const settled = () => Promise.resolve();

/** A fixed session, without a request: for tests and examples. */
export function FixedSession({ session, children }: { session: SessionState; children: ReactNode }) {
  const value = useMemo(() => ({ state: session, refresh: settled, opened: settled, ended: nothing }), [session]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

function useSessionValue(): SessionValue {
  const value = useContext(SessionContext);
  if (value === null) throw new Error('The session needs a SessionProvider above it');
  return value;
}

/**
 * The current session. It decides only what is shown; permissions are enforced by the service.
 * @throws outside a SessionProvider.
 */
export const useSession = (): SessionState => useSessionValue().state;

/**
 * Returns a function that refetches the session, after an error.
 * @throws outside a SessionProvider.
 */
export const useRefreshSession = (): (() => void) => useSessionValue().refresh;

/**
 * Call these when the service has opened or ended this browser's session: they notify the page and the browser's other
 * tabs. `opened` resolves when this page knows its user.
 * @throws outside a SessionProvider.
 */
export function useSessionEvents(): Pick<SessionValue, 'opened' | 'ended'> {
  const { opened, ended } = useSessionValue();
  return { opened, ended };
}
