import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '@ve/contracts/http/session';
import { sql } from 'kysely';
import { tables } from '../entities.ts';
import type { SessionOpening } from './session.entity.ts';

export interface SessionRow {
  id: string;
  openedBy: SessionOpening;
  /** A user without a stored role has the role `user`. */
  user: { id: string; email: string; roles: Role[] };
}

/** The session of a token, by its SHA-256 in hexadecimal, with its user; null when unknown, expired or revoked. */
export const findSession = async (em: EntityManager, tokenHash: string, now: Date): Promise<SessionRow | null> => {
  const found = await sql<{ id: string; opened_by: SessionOpening; user_id: string; email: string; roles: Role[] }>`
    select sessions.id, sessions.opened_by, users.id as user_id, users.email,
      array_remove(array_agg(user_roles.role order by user_roles.role), null) as roles
    from sessions
    join users on users.id = sessions.user_id
    left join user_roles on user_roles.user_id = users.id
    where sessions.token_hash = ${tokenHash} and sessions.revoked_at is null and sessions.expires_at > ${now.toISOString()}
    group by sessions.id, users.id
  `.execute(tables(em));
  const [row] = found.rows;
  if (!row) return null;
  const { id, opened_by: openedBy, user_id, email, roles } = row;
  return { id, openedBy, user: { id: user_id, email, roles: roles.length > 0 ? roles : ['user'] } };
};
