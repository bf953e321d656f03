import { defineEntity, p } from '@mikro-orm/postgresql';
import { foreignKey, instant, registrationCheck, tokenHashCheck, uuidKey } from '../../kernel/entity-columns.ts';
import { userSchema } from '../user/user.entity.ts';

/** A request for a sign-in link. Each mail sent for it contains a link of its own. */
export const signInRequestSchema = defineEntity({
  name: 'SignInRequest',
  tableName: 'sign_in_requests',
  properties: {
    id: uuidKey(),
    user: () => foreignKey(userSchema, 'cascade'),
    /** The vehicle of the request: the link leads to its report. */
    registrationNumber: p.text().nullable(),
    /** SHA-256 of the cookie of the requesting browser, hexadecimal; null without a requesting browser. */
    browserHash: p.text().nullable().hidden(),
    createdAt: instant().index('sign_in_requests_created_at_index'),
  },
  indexes: [{ name: 'sign_in_requests_user_id_index', properties: ['user'] }],
  checks: [
    { name: 'sign_in_requests_registration_number_check', expression: registrationCheck('registration_number') },
    { name: 'sign_in_requests_browser_hash_check', expression: tokenHashCheck('browser_hash') },
  ],
});
