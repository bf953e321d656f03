import { defineEntity, p } from '@mikro-orm/postgresql';
import { foreignKey, instantColumn, tokenHashFormatCheck, uuidPrimaryKey } from '../../kernel/entity-columns.ts';
import type { SessionSignInMethod } from '@ve/domain/identity/lifetimes';
import { userEntity } from '../user/user.entity.ts';

/** One browser signed in as one user. */
export const sessionEntity = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: uuidPrimaryKey(),
    user: () => foreignKey(userEntity, 'cascade'),
    /** SHA-256 of the cookie's token, hexadecimal. */
    tokenHash: p.text().unique('sessions_token_hash_unique').hidden(),
    openedBy: p.text().$type<SessionSignInMethod>(),
    createdAt: instantColumn(),
    expiresAt: instantColumn(),
    revokedAt: instantColumn().nullable(),
    /** Sent by the browser that opened it, up to 400 characters. */
    userAgent: p.text().nullable(),
    lastSeenAt: instantColumn(),
  },
  indexes: [{ name: 'sessions_user_id_index', properties: ['user'] }],
  checks: [
    { name: 'sessions_token_hash_check', expression: tokenHashFormatCheck('token_hash') },
    { name: 'sessions_expires_at_check', expression: 'expires_at > created_at' },
    { name: 'sessions_user_agent_check', expression: 'length(user_agent) <= 400' },
    {
      name: 'sessions_staff_expires_at_check',
      expression: `opened_by <> 'password-totp' or expires_at <= created_at + '12:00:00'::interval`,
    },
    { name: 'sessions_opened_by_check', expression: `opened_by in ('link', 'payment', 'password-totp')` },
  ],
});
