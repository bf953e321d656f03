import { defineEntity, p } from '@mikro-orm/postgresql';
import { foreignKey, instantColumn, tokenHashFormatCheck, uuidPrimaryKey } from '../../kernel/entity-columns.ts';
import { userEntity } from '../user/user.entity.ts';

/** A sign-in for which the right password was entered, but no code yet. */
export const staffSignInEntity = defineEntity({
  name: 'StaffSignIn',
  tableName: 'staff_sign_ins',
  properties: {
    id: uuidPrimaryKey(),
    user: () => foreignKey(userEntity, 'cascade'),
    /** SHA-256 of the cookie's token, hexadecimal. */
    tokenHash: p.text().unique('staff_sign_ins_token_hash_unique').hidden(),
    /** For a user without a second factor: the encrypted secret that their first code confirms. */
    sealedSecret: p.text().nullable().hidden(),
    wrongCodes: p.integer().default(0),
    createdAt: instantColumn(),
    expiresAt: instantColumn(),
  },
  indexes: [{ name: 'staff_sign_ins_user_id_index', properties: ['user'] }],
  checks: [
    { name: 'staff_sign_ins_token_hash_check', expression: tokenHashFormatCheck('token_hash') },
    { name: 'staff_sign_ins_sealed_secret_check', expression: `sealed_secret ~ '^v1[.]'` },
    { name: 'staff_sign_ins_wrong_codes_check', expression: 'wrong_codes >= 0 and wrong_codes <= 5' },
    {
      name: 'staff_sign_ins_expires_at_check',
      expression: `expires_at > created_at and expires_at <= created_at + '00:10:00'::interval`,
    },
  ],
});
