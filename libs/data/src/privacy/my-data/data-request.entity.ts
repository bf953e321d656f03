import { defineEntity, p } from '@mikro-orm/postgresql';
import { emailFormatCheck, instantColumn, tokenHashFormatCheck, uuidPrimaryKey } from '../../kernel/entity-columns.ts';

/** A request for the data held about an address, by a visitor without an account. */
export const personalDataRequestEntity = defineEntity({
  name: 'DataRequest',
  tableName: 'data_requests',
  properties: {
    id: uuidPrimaryKey(),
    /** Any address, known or not. */
    email: p.text(),
    tokenHash: p.text().nullable().unique('data_requests_token_hash_unique').hidden(),
    createdAt: instantColumn(),
  },
  indexes: [{ name: 'data_requests_created_at_index', properties: ['createdAt'] }],
  checks: [
    { name: 'data_requests_email_check', expression: emailFormatCheck('email') },
    { name: 'data_requests_token_hash_check', expression: tokenHashFormatCheck('token_hash') },
  ],
});
