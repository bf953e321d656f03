import { defineEntity, p } from '@mikro-orm/postgresql';
import { foreignKey, instantColumn, tokenHashFormatCheck, uuidPrimaryKey } from '../../kernel/entity-columns.ts';
import { userEntity } from '../../identity/user/user.entity.ts';

/** A request to delete an account. It is deleted with the account. */
export const accountDeletionEntity = defineEntity({
  name: 'AccountDeletion',
  tableName: 'account_deletions',
  properties: {
    id: uuidPrimaryKey(),
    user: () => foreignKey(userEntity, 'cascade'),
    tokenHash: p.text().nullable().unique('account_deletions_token_hash_unique').hidden(),
    requestedAt: instantColumn(),
    /** When the link in its mail was used: from then on a job deletes the account. */
    confirmedAt: instantColumn().nullable(),
  },
  indexes: [
    { name: 'account_deletions_user_id_index', properties: ['user'] },
    { name: 'account_deletions_requested_at_index', properties: ['requestedAt'] },
  ],
  checks: [{ name: 'account_deletions_token_hash_check', expression: tokenHashFormatCheck('token_hash') }],
});
