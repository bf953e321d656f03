import type { EndpointAnswerBody, ParsedRequestBody } from '@ve/contracts/endpoint';
import type {
  addUserRoleEndpoint,
  removeUserRoleEndpoint,
  RoleRemovalOutcome,
} from '@ve/contracts/http/operations/admin-users';
import type { Context } from '@ve/data/kernel/context';
import { endStaffAccess } from '@ve/data/identity/staff/staff-access.repository';
import { addRoleToUser, userExists, lockAdmins, removeRoleOfUser } from '@ve/data/identity/user/staff-users.repository';
import { lockUserByEmail } from '@ve/data/identity/user/user.repository';
import { isAccountBeingDeleted } from '@ve/data/privacy/my-data/account-deletion.repository';
import { auditStaffAction } from '../identity/staff/staff-audit.ts';
import { ProblemError } from '../kernel/problem-error.ts';

/**
 * Gives the user with this address a role, from their next request on, and audits it. Refused while the account is
 * being deleted: an admin about to be deleted would count as one who stays. The user is locked, so that no deletion
 * starts meanwhile.
 */
export const grantRole = (
  context: Context,
  { email, role, reason }: ParsedRequestBody<typeof addUserRoleEndpoint>,
): Promise<EndpointAnswerBody<typeof addUserRoleEndpoint>> =>
  context.em.transactional(async (em) => {
    await requireAdmin(em, context);
    const userId = await lockUserByEmail(em, email);
    if (userId === null) return { outcome: 'unknown-address' };
    if (await isAccountBeingDeleted(em, userId)) return { outcome: 'deleting', email };
    if (!(await addRoleToUser(em, { userId, role }, context.now()))) return { outcome: 'held', email };
    await auditStaffAction(em, context, { action: 'role.added', subject: userId, details: { role }, reason });
    return { outcome: 'added', email };
  });

/**
 * Removes a role from a user, from their next request on, and audits it. A user who is no longer an admin is signed
 * out of the staff area everywhere: adding the role again revives no earlier session, sign-in or link.
 * @throws ProblemError `not-found` for an unknown user
 */
export const revokeRole = (
  context: Context,
  { userId, role, reason }: ParsedRequestBody<typeof removeUserRoleEndpoint>,
): Promise<RoleRemovalOutcome> =>
  context.em.transactional(async (em) => {
    const admins = await requireAdmin(em, context);
    if (!(await userExists(em, userId))) throw new ProblemError('not-found');
    const isAdmins = role === 'admin' && admins.includes(userId);
    if (isAdmins && admins.length === 1) return 'last-admin';
    if (!(await removeRoleOfUser(em, userId, role))) return 'not-held';
    if (isAdmins) await endStaffAccess(em, { userId }, context.now());
    await auditStaffAction(em, context, { action: 'role.removed', subject: userId, details: { role }, reason });
    return 'removed';
  });

/**
 * The ids of the admins, locked.
 * @throws ProblemError `access-denied` when the caller's role was removed since the request was admitted
 */
const requireAdmin = async (em: Context['em'], { actor }: Context): Promise<string[]> => {
  const admins = await lockAdmins(em);
  if (actor.kind === 'staff' && !admins.includes(actor.userId)) throw new ProblemError('access-denied');
  return admins;
};
