import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Role } from '@ve/contracts/roles';
import { foreignKey, instantColumn, uuidPrimaryKey } from '../../kernel/entity-columns.ts';
import { userEntity } from './user.entity.ts';

/** One role of one user; a user without a row is a plain `user`. */
export const userRoleEntity = defineEntity({
  name: 'UserRole',
  tableName: 'user_roles',
  properties: {
    id: uuidPrimaryKey(),
    user: () => foreignKey(userEntity, 'cascade'),
    role: p.text().$type<Role>().default('user'),
    createdAt: instantColumn(),
  },
  uniques: [{ name: 'user_roles_user_id_role_unique', properties: ['user', 'role'] }],
  // Of a million rows, the few of staff.
  indexes: [{ name: 'user_roles_staff_index', properties: ['role', 'user'], where: `role <> 'user'` }],
  checks: [{ name: 'user_roles_role_check', expression: `role in ('user', 'moderator', 'admin')` }],
});
