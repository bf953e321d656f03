import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '@ve/contracts/roles';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

/** A user who had staff rights when the backup was taken. */
export interface SuspendedStaff {
  userId: string;
  email: string;
  roles: Role[];
  /** When their authenticator app was set up; null: none is. */
  factorSince: Date | null;
}

/** How the audit log records that a restore has suspended a role. */
export const roleSuspensionAudit = { actor: 'after-restore', action: 'role.suspended' } as const;

/**
 * Removes the staff roles that were given until `until`, and the passwords of their users. Returns the roles removed.
 */
export const removeStaffRights = async (em: EntityManager, until: Date): Promise<{ userId: string; role: Role }[]> => {
  const removed = await tables(em)
    .deleteFrom('user_roles')
    .where('role', '<>', 'user')
    .where('createdAt', '<=', until)
    .returning(['userId', 'role'])
    .execute();
  const ids = [...new Set(removed.map(({ userId }) => userId))];
  if (ids.length > 0)
    await tables(em).updateTable('users').set({ passwordHash: null }).where('id', 'in', ids).execute();
  return removed;
};

/** The users whose rights were suspended since `since`, by the audit log, including runs that were killed. */
export const listSuspendedStaff = async (em: EntityManager, since: Date): Promise<SuspendedStaff[]> => {
  const found = await sql<Omit<SuspendedStaff, 'factorSince'> & { factorSince: string | null }>`
    select users.id as "userId", users.email, array_agg(distinct audit.details ->> 'role') as roles,
      second_factors.created_at as "factorSince"
    from audit_log audit
    join users on users.id::text = audit.subject
    left join second_factors on second_factors.user_id = users.id
    where audit.actor = ${roleSuspensionAudit.actor} and audit.action = ${roleSuspensionAudit.action} and audit.created_at >= ${since.toISOString()}
    group by users.id, second_factors.created_at order by users.email
  `.execute(tables(em));
  return found.rows.map(({ factorSince, ...staff }) => ({
    ...staff,
    factorSince: factorSince === null ? null : new Date(factorSince),
  }));
};
