import { defineEntity, p } from '@mikro-orm/postgresql';
import { emailCheck, instant, tokenHashCheck, uuidKey } from '../../kernel/entity-columns.ts';

/** A request for the data held about an address, by a visitor without an account. */
export const dataRequestSchema = defineEntity({
  name: 'DataRequest',
  tableName: 'data_requests',
  properties: {
    id: uuidKey(),
    /** Any address, known or not. */
    email: p.text(),
    tokenHash: p.text().nullable().unique('data_requests_token_hash_unique').hidden(),
    createdAt: instant(),
  },
  indexes: [{ name: 'data_requests_created_at_index', properties: ['createdAt'] }],
  checks: [
    { name: 'data_requests_email_check', expression: emailCheck('email') },
    { name: 'data_requests_token_hash_check', expression: tokenHashCheck('token_hash') },
  ],
});
