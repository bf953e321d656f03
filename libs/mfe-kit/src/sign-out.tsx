import { signOutEndpoint, signOutEverywhereEndpoint } from '@ve/contracts/http/identity/auth';
import { callApi } from '@ve/mfe-kit/api';
import { useSessionEvents } from '@ve/mfe-kit/session';
import { clearBreakGlassFlag } from './local-admin.tsx';
import { clearSignInRequest } from './sign-in-request.tsx';

interface SignOut {
  /**
   * Signs this browser out, in all of its tabs. @throws ApiError when the service cannot be reached; then nothing
   * changed
   */
  here: () => Promise<void>;
  /** Signs the user out of every browser. @throws as `here` */
  everywhere: () => Promise<void>;
}

/** Signing out: the service ends the session, then every tab clears its user and the cached responses. */
export function useSignOut(): SignOut {
  const { ended } = useSessionEvents();
  const clearUser = () => {
    clearSignInRequest();
    clearBreakGlassFlag();
    ended();
  };
  return {
    here: () => callApi(signOutEndpoint).then(clearUser),
    everywhere: () => callApi(signOutEverywhereEndpoint).then(clearUser),
  };
}
