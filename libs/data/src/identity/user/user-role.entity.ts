import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Role } from '@ve/contracts/http/identity/session';
import { instant, uuidKey } from '../../kernel/columns.ts';
import { User } from './user.entity.ts';

export const userRoleSchema = defineEntity({
  name: 'UserRole',
  tableName: 'user_roles',
  properties: {
    id: uuidKey(),
    user: () => p.manyToOne(User).deleteRule('cascade').updateRule('no action'),
    role: p.text().$type<Role>().default('user'),
    createdAt: instant(),
  },
  uniques: [{ name: 'user_roles_user_id_role_unique', properties: ['user', 'role'] }],
  checks: [{ name: 'user_roles_role_check', expression: `role in ('user', 'moderator', 'admin')` }],
});

/** One role of one user; a user without a row is a plain `user`. */
export class UserRole extends userRoleSchema.class {}
userRoleSchema.setClass(UserRole);
