import type { Role, Session } from '@ve/contracts/http/session';

/** The signed-in user for the browser, limited to the contract's fields. */
export const toSession = (user: { id: string; email: string; roles: Role[] } | null): Session => ({
  user: user === null ? null : { id: user.id, email: user.email, roles: user.roles },
});
