import { defineEntity, p } from '@mikro-orm/postgresql';
import {
  emailFormatCheck,
  foreignKey,
  instantColumn,
  tokenHashFormatCheck,
  uuidPrimaryKey,
} from '../../kernel/entity-columns.ts';
import { userEntity } from '../user/user.entity.ts';

/** A requested change of an account's address; it takes effect once both addresses have confirmed it. */
export const emailChangeEntity = defineEntity({
  name: 'EmailChange',
  tableName: 'email_changes',
  properties: {
    id: uuidPrimaryKey(),
    user: () => foreignKey(userEntity, 'cascade'),
    /** The address that is replaced. */
    oldEmail: p.text(),
    newEmail: p.text(),
    oldTokenHash: p.text().nullable().unique('email_changes_old_token_hash_unique').hidden(),
    newTokenHash: p.text().nullable().unique('email_changes_new_token_hash_unique').hidden(),
    oldConfirmedAt: instantColumn().nullable(),
    newConfirmedAt: instantColumn().nullable(),
    createdAt: instantColumn(),
    /** When both addresses had confirmed, or the change was replaced or withdrawn. */
    finishedAt: instantColumn().nullable(),
  },
  uniques: [{ name: 'email_changes_live_unique', properties: ['user'], where: 'finished_at is null' }],
  indexes: [{ name: 'email_changes_created_at_index', properties: ['createdAt'] }],
  checks: [
    { name: 'email_changes_old_email_check', expression: emailFormatCheck('old_email') },
    { name: 'email_changes_new_email_check', expression: emailFormatCheck('new_email') },
    { name: 'email_changes_old_token_hash_check', expression: tokenHashFormatCheck('old_token_hash') },
    { name: 'email_changes_new_token_hash_check', expression: tokenHashFormatCheck('new_token_hash') },
  ],
});
