import { clearSignInRequest, readRecentSignInRequest } from '@ve/mfe-kit/sign-in-request';
import { useSession } from '@ve/mfe-kit/session';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Specification section 9, in milliseconds. */
const redirectAfter = 100;

/**
 * Once somebody is signed in, leads a tab that asked for a link to the report it asked for, unless it shows a report
 * already (specification section 4, "Auth").
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
      const asked = readRecentSignInRequest();
      clearSignInRequest();
      if (asked === null || /^\/report\/?$/.test(path.current)) return;
      void navigate(`/report?reg=${asked.registration}`, { replace: path.current.startsWith('/signin') });
    }, redirectAfter);
    return () => {
      clearTimeout(timer);
    };
  }, [userId, navigate]);
}
