import { defineEntity, p } from '@mikro-orm/postgresql';
import { emailCheck, foreignKey, instant, tokenHashCheck, uuidKey } from '../../kernel/entity-columns.ts';
import { userSchema } from '../user/user.entity.ts';

/** A requested change of an account's address; it takes effect once both addresses have confirmed it. */
export const emailChangeSchema = defineEntity({
  name: 'EmailChange',
  tableName: 'email_changes',
  properties: {
    id: uuidKey(),
    user: () => foreignKey(userSchema, 'cascade'),
    /** The address that is replaced. */
    oldEmail: p.text(),
    newEmail: p.text(),
    oldTokenHash: p.text().nullable().unique('email_changes_old_token_hash_unique').hidden(),
    newTokenHash: p.text().nullable().unique('email_changes_new_token_hash_unique').hidden(),
    oldConfirmedAt: instant().nullable(),
    newConfirmedAt: instant().nullable(),
    createdAt: instant(),
    /** When both addresses had confirmed, or the change was replaced or withdrawn. */
    finishedAt: instant().nullable(),
  },
  uniques: [{ name: 'email_changes_live_unique', properties: ['user'], where: 'finished_at is null' }],
  indexes: [{ name: 'email_changes_created_at_index', properties: ['createdAt'] }],
  checks: [
    { name: 'email_changes_old_email_check', expression: emailCheck('old_email') },
    { name: 'email_changes_new_email_check', expression: emailCheck('new_email') },
    { name: 'email_changes_old_token_hash_check', expression: tokenHashCheck('old_token_hash') },
    { name: 'email_changes_new_token_hash_check', expression: tokenHashCheck('new_token_hash') },
  ],
});
