import { clearSignInRequest, readRecentSignInRequest } from '@ve/mfe-kit/sign-in-request';
import { useSession } from '@ve/mfe-kit/session';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Specification section 9, in milliseconds. */
const redirectAfter = 100;

/**
 * After sign-in, redirects a tab that requested a sign-in link to the report that it requested, unless it already shows
 * a report (specification section 4, "Auth").
 */
export function useSignInRedirect(): void {
  const userId = useSession().user?.id ?? null;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const path = useRef(pathname);
  useEffect(() => {
    path.current = pathname;
  }, [pathname]);
  useEffect(() => {
    if (userId === null) return;
    const timer = setTimeout(() => {
      const recentRequest = readRecentSignInRequest();
      clearSignInRequest();
      if (recentRequest === null || /^\/report\/?$/.test(path.current)) return;
      void navigate(`/report?reg=${recentRequest.registration}`, { replace: path.current.startsWith('/signin') });
    }, redirectAfter);
    return () => {
      clearTimeout(timer);
    };
  }, [userId, navigate]);
}
