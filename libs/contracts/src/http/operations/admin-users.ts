import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { emailField } from '../../fields.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';
import {
  staffListPageSchemaOf,
  staffListPageQuerySchema,
  staffReasonField,
  staffSearchTermField,
} from '../kernel/admin-list-page.ts';
import { roleSchema } from '../../roles.ts';

/** `roles`: as stored; a user without any counts as `user`. */
const listedUser = z.object({
  id: z.uuid(),
  email: z.string(),
  createdAt: isoInstantSchema,
  roles: z.array(roleSchema),
});

export const userListPageSchema = staffListPageSchemaOf(listedUser);

export type UserListPage = z.infer<typeof userListPageSchema>;
export type ListedUser = z.infer<typeof listedUser>;

/** All users, newest first. `search`: part of the address, or the whole id. Each read is recorded in the audit log. */
export const listUsersEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/users/search',
  query: staffListPageQuerySchema,
  // May be a person's e-mail address, which must not appear in URLs.
  body: z.object({ search: z.optional(staffSearchTermField) }),
  answers: { 200: userListPageSchema },
  problems: [],
});

/**
 * `held`: the user already has the role; `deleting`: the account is being deleted. In both cases nothing was changed.
 */
export const addRoleOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['added', 'held', 'deleting']), email: z.string() }),
  z.object({ outcome: z.literal('unknown-address') }),
]);

/** Grants a role to the user with this address. */
export const addUserRoleEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/user-roles',
  body: z.object({ email: emailField, role: roleSchema, reason: staffReasonField }),
  answers: { 200: addRoleOutcomeSchema },
  problems: [],
});

/**
 * `not-held`: the user does not have the role. `last-admin`: no other admin would be left. In both cases nothing was
 * changed.
 */
export const removeRoleOutcomeSchema = z.object({ outcome: z.enum(['removed', 'not-held', 'last-admin']) });

export type RoleRemovalOutcome = z.infer<typeof removeRoleOutcomeSchema>['outcome'];

/** Revokes a role of a user. */
export const removeUserRoleEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/user-roles',
  body: z.object({ userId: z.uuid(), role: roleSchema, reason: staffReasonField }),
  answers: { 200: removeRoleOutcomeSchema },
  problems: ['not-found'],
});
