import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSession } from './session.tsx';

/* What a tab keeps of its latest request for a sign-in link (specification section 3). */
const emailKey = 'signin_email';
const registrationKey = 'signin_reg_number';
const timestampKey = 'signin_timestamp';

/** Specification section 9, in milliseconds. */
const recentFor = 10 * 60_000;
const redirectAfter = 100;

export interface SignInAsked {
  email: string;
  registration: string;
}

/** Keeps a request for a sign-in link until the tab is closed, where storage is not blocked. */
export function rememberSignIn({ email, registration }: SignInAsked): void {
  try {
    sessionStorage.setItem(emailKey, email);
    sessionStorage.setItem(registrationKey, registration);
    sessionStorage.setItem(timestampKey, String(Date.now()));
  } catch {
    // Without storage the link itself still leads to the report.
  }
}

export function forgetSignIn(): void {
  try {
    sessionStorage.removeItem(emailKey);
    sessionStorage.removeItem(registrationKey);
    sessionStorage.removeItem(timestampKey);
  } catch {
    // Nothing was kept.
  }
}

/** The request made in this tab within the last ten minutes; older ones are discarded. */
export function recentSignIn(): SignInAsked | null {
  try {
    const email = sessionStorage.getItem(emailKey) ?? '';
    const registration = sessionStorage.getItem(registrationKey) ?? '';
    const age = Date.now() - Number(sessionStorage.getItem(timestampKey) ?? Number.NaN);
    if (/^[A-Z0-9]{2,7}$/.test(registration) && age >= 0 && age < recentFor) return { email, registration };
    forgetSignIn();
    return null;
  } catch {
    return null;
  }
}

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
      const asked = recentSignIn();
      forgetSignIn();
      if (asked === null || /^\/report\/?$/.test(path.current)) return;
      void navigate(`/report?reg=${asked.registration}`, { replace: path.current.startsWith('/signin') });
    }, redirectAfter);
    return () => {
      clearTimeout(timer);
    };
  }, [userId, navigate]);
}
