import { useQuery } from '@tanstack/react-query';
import type { Session } from '@ve/contracts/http/session';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { sessionGuard } from './answer-guards.tsx';
import { apiRequest } from './api.tsx';

export type SessionUser = NonNullable<Session['user']>;

/** `ready` with `user: null` is a visitor; `error` means that we could not find out. */
export type SessionState =
  { status: 'loading'; user: null } | { status: 'ready'; user: SessionUser | null } | { status: 'error'; user: null };

/** Key of the session in the query client: invalidate it after signing in or out. */
export const sessionQueryKey = ['session'] as const;

const SessionContext = createContext<SessionState | null>(null);

/** Reads `GET /api/session` once for the whole page and offers it to every remote. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { data, status } = useQuery({
    queryKey: sessionQueryKey,
    queryFn: ({ signal }) => apiRequest({ method: 'GET', path: '/api/session', schema: sessionGuard, signal }),
    staleTime: 60_000,
    retry: 1,
  });
  const user = data?.user ?? null;
  const state = useMemo((): SessionState => {
    if (status === 'success') return { status: 'ready', user };
    return { status: status === 'error' ? 'error' : 'loading', user: null };
  }, [status, user]);
  return <SessionContext value={state}>{children}</SessionContext>;
}

/** A session that is given, not asked for: for tests and examples. */
export function FixedSession({ session, children }: { session: SessionState; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/**
 * Who is signed in. What it says decides what is shown, never what is allowed: the service decides that.
 * @throws outside a SessionProvider.
 */
export function useSession(): SessionState {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider above it');
  return session;
}
