import { defineEntity, p } from '@mikro-orm/postgresql';
import { foreignKey, instantColumn, tokenHashFormatCheck, uuidPrimaryKey } from '../../kernel/entity-columns.ts';
import { signInRequestEntity } from './sign-in-request.entity.ts';
import { userEntity } from '../user/user.entity.ts';

/** A one-time sign-in link: valid for at most ten minutes, redeemed once. */
export const signInLinkEntity = defineEntity({
  name: 'MagicLink',
  tableName: 'magic_links',
  properties: {
    id: uuidPrimaryKey(),
    user: () => foreignKey(userEntity, 'cascade'),
    request: () => foreignKey(signInRequestEntity, 'cascade'),
    /** SHA-256 of the token in the link, hexadecimal. */
    tokenHash: p.text().unique('magic_links_token_hash_unique').hidden(),
    createdAt: instantColumn(),
    expiresAt: instantColumn(),
    usedAt: instantColumn().nullable(),
  },
  indexes: [
    { name: 'magic_links_user_id_created_at_index', properties: ['user', 'createdAt'] },
    { name: 'magic_links_request_id_index', properties: ['request'] },
  ],
  checks: [
    { name: 'magic_links_token_hash_check', expression: tokenHashFormatCheck('token_hash') },
    {
      name: 'magic_links_expires_at_check',
      expression: `expires_at > created_at and expires_at <= created_at + '00:10:00'::interval`,
    },
    { name: 'magic_links_used_at_check', expression: 'used_at >= created_at' },
  ],
});
