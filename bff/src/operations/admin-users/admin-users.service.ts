import { Injectable } from '@nestjs/common';
import type { AnswerOf, BodyOf, QueryOf } from '@ve/contracts/endpoint';
import type {
  addUserRole,
  listUsers,
  removeUserRole,
  RoleRemoval,
  UserPage,
} from '@ve/contracts/http/operations/admin-users';
import type { Context } from '@ve/data/kernel/context';
import { totalOf } from '@ve/data/operations/lists/totals.repository';
import { isBeingDeleted } from '@ve/data/privacy/my-data/account-deletion.repository';
import { endStaffAccess } from '@ve/data/identity/staff/staff-access.repository';
import {
  addRole,
  countUsersFound,
  findUsers,
  isUser,
  listUsers as readUsers,
  lockAdmins,
  removeRole,
} from '@ve/data/identity/user/staff-users.repository';
import { lockUserByEmail } from '@ve/data/identity/user/user.repository';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { placeOf, toListPage } from '../../platform/list-page.ts';
import { auditStaff } from '@ve/app/identity/staff/staff-audit';

@Injectable()
export class AdminUsersService {
  /** Lists a page and audits the ids of the users shown, but not the search text. */
  list(context: Context, query: QueryOf<typeof listUsers>, search?: string): Promise<UserPage> {
    return context.em.transactional(async (em) => {
      const place = placeOf(query);
      const page = search === undefined ? await readUsers(em, place) : await findUsers(em, place, search);
      const total =
        search === undefined ? await totalOf(em, 'users', context.now()) : await countUsersFound(em, search);
      const details = { found: page.rows.map(({ id }) => id), ...(search === undefined ? {} : { searched: true }) };
      await auditStaff(em, context, { action: 'users.listed', details });
      return toListPage(
        page,
        total,
        ({ createdAt }) => createdAt,
        ({ createdAt, ...user }) => ({ ...user, createdAt: createdAt.toISOString() }),
      );
    });
  }

  /**
   * Gives the user with this address a role, from their next request on, and audits it. Refused while the account is
   * being deleted: an admin about to be deleted would count as one who stays. The user is locked, so that no deletion
   * starts meanwhile.
   */
  async add(
    context: Context,
    { email, role, reason }: BodyOf<typeof addUserRole>,
  ): Promise<AnswerOf<typeof addUserRole>> {
    return context.em.transactional(async (transaction) => {
      await this.#lock(transaction, context);
      const userId = await lockUserByEmail(transaction, email);
      if (userId === null) return { outcome: 'unknown-address' };
      if (await isBeingDeleted(transaction, userId)) return { outcome: 'deleting', email };
      if (!(await addRole(transaction, userId, role, context.now()))) return { outcome: 'held', email };
      await auditStaff(transaction, context, { action: 'role.added', subject: userId, details: { role }, reason });
      return { outcome: 'added', email };
    });
  }

  /**
   * Removes a role from a user, from their next request on, and audits it. A user who is no longer an admin is signed
   * out of the staff area everywhere: adding the role again revives no earlier session, sign-in or link.
   * @throws ProblemError `not-found` for an unknown user
   */
  async remove(context: Context, { userId, role, reason }: BodyOf<typeof removeUserRole>): Promise<RoleRemoval> {
    return context.em.transactional(async (transaction) => {
      const admins = await this.#lock(transaction, context);
      if (!(await isUser(transaction, userId))) throw new ProblemError('not-found');
      const isAdmins = role === 'admin' && admins.includes(userId);
      if (isAdmins && admins.length === 1) return 'last-admin';
      if (!(await removeRole(transaction, userId, role))) return 'not-held';
      if (isAdmins) await endStaffAccess(transaction, userId, context.now());
      await auditStaff(transaction, context, { action: 'role.removed', subject: userId, details: { role }, reason });
      return 'removed';
    });
  }

  /**
   * The ids of the admins, locked.
   * @throws ProblemError `access-denied` when the caller's role was removed since the request was admitted
   */
  async #lock(em: Context['em'], { actor }: Context): Promise<string[]> {
    const admins = await lockAdmins(em);
    if (actor.kind === 'staff' && !admins.includes(actor.userId)) throw new ProblemError('access-denied');
    return admins;
  }
}
