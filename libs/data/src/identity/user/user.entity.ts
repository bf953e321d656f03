import { defineEntity, p } from '@mikro-orm/postgresql';
import {
  emailFormatCheck,
  instantColumn,
  newestFirstIndexColumns,
  trigramIndex,
  uuidPrimaryKey,
} from '../../kernel/entity-columns.ts';

/** A user who can sign in. */
export const userEntity = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: uuidPrimaryKey(),
    email: p.text().unique('users_email_unique'),
    /** argon2id in PHC format; only staff have one. */
    passwordHash: p.text().nullable().hidden(),
    /** When a link sent to the address was first redeemed; null while the address is unverified. */
    emailVerifiedAt: instantColumn().nullable(),
    createdAt: instantColumn(),
    /** For staff: browsers that signed in before this are unknown again (`endKnownBrowsers`); null: no limit. */
    knownBrowsersValidFrom: instantColumn().nullable().hidden(),
  },
  indexes: [
    {
      name: 'users_created_at_id_index',
      properties: ['createdAt', 'id'],
      columns: newestFirstIndexColumns('created_at'),
    },
    { name: 'users_email_trigram_index', expression: trigramIndex('users', 'email') },
  ],
  checks: [
    { name: 'users_email_check', expression: emailFormatCheck('email') },
    { name: 'users_password_hash_check', expression: `password_hash ~ '^[$]argon2id[$]'` },
  ],
});
