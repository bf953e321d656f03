import { type AuditRecord, writeAudit } from '@ve/data/identity/audit-log/audit-log.repository';
import type { Actor, Context } from '@ve/data/kernel/context';

/** The name of the break-glass session in badges and in the audit log. */
export const localAdminName = 'Local Admin';

/**
 * The acting member of staff.
 * @throws Error for any other actor: the route's audience is wrong
 */
export function staffOf(actor: Actor): { name: string; userId: string | null } {
  if (actor.kind === 'staff') return { name: actor.email, userId: actor.userId };
  if (actor.kind === 'local-admin') return { name: localAdminName, userId: null };
  throw new Error(`A ${actor.kind} is no staff: the route must be for staff`);
}

/**
 * Records an action or a read by staff in the audit log, in the same transaction, so that neither exists without the
 * other. Subject and details hold ids, never names or addresses of customers.
 */
export async function auditStaff(
  em: Context['em'],
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  { reason, details, ...done }: Pick<AuditRecord, 'action' | 'subject' | 'details'> & { reason?: string },
): Promise<void> {
  const { name, userId } = staffOf(actor);
  const entry = { actor: name, ...(userId === null ? {} : { actorUserId: userId }), ...done };
  await writeAudit(em, { ...entry, details: { ...details, ...(reason === undefined ? {} : { reason }) } }, now());
}
