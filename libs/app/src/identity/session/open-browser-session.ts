import type { Context } from '@ve/data/kernel/context';
import type { SessionSignInMethod } from '@ve/domain/identity/lifetimes';
import { openSession } from '@ve/data/identity/session/session.repository';
import { newSecretToken } from '../../kernel/secret-token.ts';

/** The browser of a request, as far as its session is concerned. */
export interface SessionBrowserInfo {
  /** As sent by the browser. */
  userAgent: string | null;
  /** The SHA-256 of the session token that it holds, in hexadecimal; null for none. */
  sessionHash: string | null;
}

/**
 * Opens a session for a browser in the caller's transaction, and ends the browser's earlier one. Returns the token for
 * its cookie, to be set after the commit.
 */
export const openBrowserSession = async (
  em: Context['em'],
  { userAgent, sessionHash }: SessionBrowserInfo,
  session: { userId: string; openedBy: SessionSignInMethod; now: Date },
): Promise<string> => {
  const { token, hash } = newSecretToken();
  await openSession(em, { ...session, tokenHash: hash, userAgent, replaces: sessionHash });
  return token;
};
