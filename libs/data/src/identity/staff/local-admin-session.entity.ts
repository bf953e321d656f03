import { defineEntity, p } from '@mikro-orm/postgresql';
import { instantColumn, tokenHashFormatCheck, uuidPrimaryKey } from '../../kernel/entity-columns.ts';

/** A browser on the server itself in which the break-glass secret was entered. */
export const breakGlassSessionEntity = defineEntity({
  name: 'LocalAdminSession',
  tableName: 'local_admin_sessions',
  properties: {
    id: uuidPrimaryKey(),
    /**
     * Keyed hash of the cookie's token, hexadecimal. The key is the break-glass secret, so replacing it ends every
     * session.
     */
    tokenHash: p.text().unique('local_admin_sessions_token_hash_unique').hidden(),
    createdAt: instantColumn(),
    expiresAt: instantColumn(),
    revokedAt: instantColumn().nullable(),
  },
  checks: [
    { name: 'local_admin_sessions_token_hash_check', expression: tokenHashFormatCheck('token_hash') },
    {
      name: 'local_admin_sessions_expires_at_check',
      expression: `expires_at > created_at and expires_at <= created_at + '12:00:00'::interval`,
    },
  ],
});
