import { type NewAuditEntry, writeAuditEntry } from '@ve/data/identity/audit-log/audit-log.repository';
import type { Actor, Context } from '@ve/data/kernel/context';

/** The name of the break-glass session in badges and in the audit log. */
const breakGlassActorName = 'Local Admin';

/**
 * The acting member of staff.
 * @throws Error for any other actor: the route's audience is wrong
 */
export function actingStaffOf(actor: Actor): { name: string; userId: string | null } {
  if (actor.kind === 'staff') return { name: actor.email, userId: actor.userId };
  if (actor.kind === 'local-admin') return { name: breakGlassActorName, userId: null };
  throw new Error(`A ${actor.kind} is no staff: the route must be for staff`);
}

/** What a member of staff did or read. Subject and details hold ids, never names or addresses of customers. */
export type StaffAuditEntry = Pick<NewAuditEntry, 'action' | 'subject' | 'details'> & { reason?: string };

/**
 * Records an action or a read by staff in the audit log, in the same transaction, so that neither exists without the
 * other.
 */
export async function auditStaffAction(
  em: Context['em'],
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  { reason, details, ...done }: StaffAuditEntry,
): Promise<void> {
  const { name, userId } = actingStaffOf(actor);
  const entry = { actor: name, ...(userId === null ? {} : { actorUserId: userId }), ...done };
  await writeAuditEntry(em, { ...entry, details: { ...details, ...(reason === undefined ? {} : { reason }) } }, now());
}

/** Reads what staff are shown and audits the read, in one transaction. A null entry records nothing. */
export const readWithAudit = <T>(
  context: Context,
  read: (em: Context['em']) => Promise<T>,
  entryOf: (found: T) => StaffAuditEntry | null,
): Promise<T> =>
  context.em.transactional(async (em) => {
    const found = await read(em);
    const entry = entryOf(found);
    if (entry !== null) await auditStaffAction(em, context, entry);
    return found;
  });

/** Audits an action of staff that changes no row. */
export const auditActionWithoutChange = (context: Context, entry: StaffAuditEntry): Promise<void> =>
  context.em.transactional((em) => auditStaffAction(em, context, entry));
