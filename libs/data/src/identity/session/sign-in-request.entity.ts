import { defineEntity, p } from '@mikro-orm/postgresql';
import {
  foreignKey,
  instantColumn,
  registrationFormatCheck,
  tokenHashFormatCheck,
  uuidPrimaryKey,
} from '../../kernel/entity-columns.ts';
import { userEntity } from '../user/user.entity.ts';

/** A request for a sign-in link. Each mail sent for it contains a link of its own. */
export const signInRequestEntity = defineEntity({
  name: 'SignInRequest',
  tableName: 'sign_in_requests',
  properties: {
    id: uuidPrimaryKey(),
    user: () => foreignKey(userEntity, 'cascade'),
    /** The vehicle of the request: the link leads to its report. */
    registrationNumber: p.text().nullable(),
    /** SHA-256 of the cookie of the requesting browser, hexadecimal; null without a requesting browser. */
    browserHash: p.text().nullable().hidden(),
    createdAt: instantColumn().index('sign_in_requests_created_at_index'),
  },
  indexes: [{ name: 'sign_in_requests_user_id_index', properties: ['user'] }],
  checks: [
    { name: 'sign_in_requests_registration_number_check', expression: registrationFormatCheck('registration_number') },
    { name: 'sign_in_requests_browser_hash_check', expression: tokenHashFormatCheck('browser_hash') },
  ],
});
