import type { Role } from '@ve/contracts/roles';
import type { SessionSignInMethod } from '@ve/domain/identity/lifetimes';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import { BreakGlassAccess } from '@ve/app/identity/staff/break-glass-access';
import type { TestApp } from './test-app.ts';

interface SessionGiven {
  email?: string;
  openedBy?: SessionSignInMethod;
  roles?: Role[];
  /** Expiry uses the database's clock. */
  state?: 'live' | 'expired' | 'revoked';
}

/** Opens a break-glass session with the app's configured secret; returns the token for its cookie. */
export async function createBreakGlassTestSession(app: TestApp, secret: string): Promise<string> {
  const { token } = await new BreakGlassAccess(secret).createSession(app.em(), new Date());
  return token;
}

let users = 0;

/** Creates a session; returns the token for the browser's cookie. */
export async function createTestSession(
  app: TestApp,
  { email = `user${(users += 1)}@example.com`, openedBy = 'link', roles = [], state = 'live' }: SessionGiven = {},
): Promise<string> {
  const { token, hash } = newSecretToken();
  const now = Date.now();
  const made = new Date(now - 3_600_000);
  const ends = new Date(state === 'expired' ? now - 1_000 : now + 3_600_000);
  const user = await app.data.add('users', { email }, made);
  for (const role of roles) {
    await app.data.add('user_roles', { userId: user.id, role }, made);
  }
  await app.data.add(
    'sessions',
    {
      userId: user.id,
      tokenHash: hash,
      openedBy,
      expiresAt: ends,
      revokedAt: state === 'revoked' ? new Date(now - 1_000) : null,
    },
    made,
  );
  return token;
}
