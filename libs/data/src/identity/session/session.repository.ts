import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '@ve/contracts/roles';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { sessionSeconds, type SessionSignInMethod } from '@ve/domain/identity/lifetimes';

export interface SessionRow {
  id: string;
  openedBy: SessionSignInMethod;
  lastSeenAt: Date;
  /** A user without a stored role has the role `user`. */
  user: { id: string; email: string; roles: Role[] };
}

export interface ListedSession {
  id: string;
  openedBy: SessionSignInMethod;
  userAgent: string | null;
  createdAt: Date;
  lastSeenAt: Date;
}

interface NewSession {
  userId: string;
  openedBy: SessionSignInMethod;
  /** SHA-256 of the token in the browser's cookie, hexadecimal. */
  tokenHash: string;
  /** As sent by the browser; stored up to 400 characters. */
  userAgent: string | null;
  /** The token hash that the browser held before; that session ends. */
  replaces: string | null;
  now: Date;
}

/**
 * Returns the session of a token, by its SHA-256 in hexadecimal, with its user; null when unknown, expired or revoked.
 */
export const findSession = async (em: EntityManager, tokenHash: string, now: Date): Promise<SessionRow | null> => {
  const found = await sql<{
    id: string;
    openedBy: SessionSignInMethod;
    lastSeenAt: Date;
    userId: string;
    email: string;
    roles: Role[];
  }>`
    select sessions.id, sessions.opened_by, sessions.last_seen_at, users.id as user_id, users.email,
      array_remove(array_agg(user_roles.role order by user_roles.role), null) as roles
    from sessions
    join users on users.id = sessions.user_id
    left join user_roles on user_roles.user_id = users.id
    where sessions.token_hash = ${tokenHash} and sessions.revoked_at is null and sessions.expires_at > ${now.toISOString()}
    group by sessions.id, users.id
  `.execute(tables(em));
  const [row] = found.rows;
  if (!row) return null;
  const { id, openedBy, lastSeenAt, userId, email, roles } = row;
  const user = { id: userId, email, roles: roles.length > 0 ? roles : (['user'] satisfies Role[]) };
  return { id, openedBy, lastSeenAt, user };
};

/** Opens a session and ends the one it replaces; returns the new id. */
export const openSession = async (
  em: EntityManager,
  { userId, openedBy, tokenHash, userAgent, replaces, now }: NewSession,
): Promise<string> => {
  if (replaces !== null) {
    await tables(em)
      .updateTable('sessions')
      .set({ revokedAt: now })
      .where('tokenHash', '=', replaces)
      .where('revokedAt', 'is', null)
      .execute();
  }
  const { id } = await tables(em)
    .insertInto('sessions')
    .values({
      userId,
      tokenHash,
      openedBy,
      userAgent: userAgent?.slice(0, 400) ?? null,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + sessionSeconds(openedBy) * 1_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Records that a session is in use. */
export const markSessionSeen = async (em: EntityManager, id: string, now: Date): Promise<void> => {
  await tables(em).updateTable('sessions').set({ lastSeenAt: now }).where('id', '=', id).execute();
};

/** The sessions of a user that are neither expired nor revoked, the most recently used first. */
export const listSessionsOf = async (em: EntityManager, userId: string, now: Date): Promise<ListedSession[]> => {
  const rows = await tables(em)
    .selectFrom('sessions')
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .select(['id', 'openedBy', 'userAgent', 'createdAt', 'lastSeenAt'])
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    openedBy: row.openedBy,
    userAgent: row.userAgent,
    createdAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
  }));
};

/** Ends one session of a user; false when the user has no such session. */
export const endUserSession = async (
  em: EntityManager,
  { userId, id }: { userId: string; id: string },
  now: Date,
): Promise<boolean> => {
  const ended = await tables(em)
    .updateTable('sessions')
    .set({ revokedAt: now })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
};

/**
 * Makes every browser in which a member of staff has signed in unknown again, in the caller's transaction. No effect on
 * a user without a password.
 */
const endKnownBrowsers = async (em: EntityManager, userId: string, now: Date): Promise<void> => {
  await tables(em)
    .updateTable('users')
    .set({ knownBrowsersValidFrom: now })
    .where('id', '=', userId)
    .where('passwordHash', 'is not', null)
    .execute();
};

/**
 * Ends every session of a user that was opened with password and second factor, or every one but `except`, and makes
 * every browser in which they signed in unknown again.
 */
export const endStaffSessions = async (
  em: EntityManager,
  { userId, except = null }: { userId: string; except?: string | null | undefined },
  now: Date,
): Promise<void> => {
  await endKnownBrowsers(em, userId, now);
  await endingSessions(em, { userId, except }, now).where('openedBy', '=', 'password-totp').execute();
};

/** Ends every session of a user, or every one but `except`, and makes every browser of staff unknown again. */
export const endUserSessions = async (
  em: EntityManager,
  { userId, except = null }: { userId: string; except?: string | null | undefined },
  now: Date,
): Promise<void> => {
  await endKnownBrowsers(em, userId, now);
  await endingSessions(em, { userId, except }, now).execute();
};

const endingSessions = (em: EntityManager, { userId, except }: { userId: string; except: string | null }, now: Date) =>
  tables(em)
    .updateTable('sessions')
    .set({ revokedAt: now })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .$if(except !== null, (query) => query.where('id', '<>', except));
