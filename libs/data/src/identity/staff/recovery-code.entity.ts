import { defineEntity, p } from '@mikro-orm/postgresql';
import { foreignKey, instantColumn, tokenHashFormatCheck, uuidPrimaryKey } from '../../kernel/entity-columns.ts';
import { userEntity } from '../user/user.entity.ts';

/** A one-time code that signs in a member of staff without their authenticator app. */
export const recoveryCodeEntity = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  properties: {
    id: uuidPrimaryKey(),
    user: () => foreignKey(userEntity, 'cascade'),
    /** SHA-256 of the code, hexadecimal. The code has 120 random bits, so it cannot be found from its hash. */
    codeHash: p.text().hidden(),
    createdAt: instantColumn(),
    usedAt: instantColumn().nullable(),
  },
  uniques: [{ name: 'recovery_codes_user_id_code_hash_unique', properties: ['user', 'codeHash'] }],
  checks: [{ name: 'recovery_codes_code_hash_check', expression: tokenHashFormatCheck('code_hash') }],
});
