/** The cookie's name; the `__Host-` prefix needs Secure, so it is left out only where the site itself is on plain HTTP. */
export const sessionCookieName = (publicOrigin: string): '__Host-session' | 'session' =>
  publicOrigin.startsWith('https:') ? '__Host-session' : 'session';
