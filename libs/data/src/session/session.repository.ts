import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '@ve/contracts/http/session';
import { sql } from 'kysely';

/**
 * Who a session token belongs to, by its SHA-256 in hexadecimal; null when there is no such session or it has expired
 * or was revoked. A user without a stored role has the role `user`.
 */
export const findSessionUser = async (
  em: EntityManager,
  tokenHash: string,
  now: Date,
): Promise<{ id: string; email: string; roles: Role[] } | null> => {
  const found = await sql<{ id: string; email: string; roles: Role[] }>`
    select users.id, users.email, array_remove(array_agg(user_roles.role order by user_roles.role), null) as roles
    from sessions
    join users on users.id = sessions.user_id
    left join user_roles on user_roles.user_id = users.id
    where sessions.token_hash = ${tokenHash} and sessions.revoked_at is null and sessions.expires_at > ${now.toISOString()}
    group by users.id
  `.execute(em.getKysely());
  const [user] = found.rows;
  if (!user) return null;
  return { id: user.id, email: user.email, roles: user.roles.length > 0 ? user.roles : ['user'] };
};
