import { defineEntity, p } from '@mikro-orm/postgresql';
import {
  foreignKey,
  instantColumn,
  phoneFormatCheck,
  tokenHashFormatCheck,
  uuidPrimaryKey,
} from '../../kernel/entity-columns.ts';
import { userEntity } from '../../identity/user/user.entity.ts';

/** A code that confirms that the signed-in user receives the texts of a number. */
export const phoneCodeEntity = defineEntity({
  name: 'PhoneCode',
  tableName: 'phone_codes',
  properties: {
    id: uuidPrimaryKey(),
    user: () => foreignKey(userEntity, 'cascade'),
    phone: p.text(),
    /** Null until its text is built. */
    codeHash: p.text().nullable(),
    /** Wrong codes entered for it. */
    wrongGuesses: p.smallint().default(0),
    createdAt: instantColumn().index('phone_codes_created_at_index'),
    usedAt: instantColumn().nullable(),
  },
  indexes: [
    { name: 'phone_codes_user_id_created_at_index', properties: ['user', 'createdAt'] },
    { name: 'phone_codes_phone_created_at_index', properties: ['phone', 'createdAt'] },
  ],
  checks: [
    { name: 'phone_codes_phone_check', expression: phoneFormatCheck('phone') },
    { name: 'phone_codes_code_hash_check', expression: tokenHashFormatCheck('code_hash') },
    { name: 'phone_codes_wrong_guesses_check', expression: 'wrong_guesses >= 0' },
  ],
});
