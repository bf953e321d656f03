import { defineEntity, p } from '@mikro-orm/postgresql';
import { foreignKey, instantColumn, tokenHashFormatCheck, uuidPrimaryKey } from '../../kernel/entity-columns.ts';
import { userEntity } from '../user/user.entity.ts';

/** A mailed one-time link with which a member of staff sets a password. */
export const staffPasswordLinkEntity = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_resets',
  properties: {
    id: uuidPrimaryKey(),
    /** Null: the link was requested for an address without an account, and is not sent. */
    user: () => foreignKey(userEntity, 'cascade').nullable(),
    /** SHA-256 of the token in the mailed link, hexadecimal; null until the mail is built. */
    tokenHash: p.text().nullable().unique('password_resets_token_hash_unique').hidden(),
    createdAt: instantColumn(),
    expiresAt: instantColumn(),
    usedAt: instantColumn().nullable(),
  },
  indexes: [{ name: 'password_resets_user_id_index', properties: ['user'] }],
  checks: [
    { name: 'password_resets_token_hash_check', expression: tokenHashFormatCheck('token_hash') },
    {
      name: 'password_resets_expires_at_check',
      expression: `expires_at > created_at and expires_at <= created_at + '24:00:00'::interval`,
    },
  ],
});
