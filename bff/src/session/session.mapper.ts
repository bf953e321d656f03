import type { Role, Session } from '@ve/contracts/http/session';

/** Who is signed in, as the browser may know it: nothing beyond the contract leaves, whatever was read. */
export const toSession = (user: { id: string; email: string; roles: Role[] } | null): Session => ({
  user: user === null ? null : { id: user.id, email: user.email, roles: user.roles },
});
