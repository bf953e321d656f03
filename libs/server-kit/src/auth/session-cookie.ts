/**
 * The cookie's name; the `__Host-` prefix requires Secure, so it is omitted only when the site itself is on plain HTTP.
 */
export const sessionCookieName = (publicOrigin: string): '__Host-session' | 'session' =>
  publicOrigin.startsWith('https:') ? '__Host-session' : 'session';
