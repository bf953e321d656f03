import { defineEntity, p } from '@mikro-orm/postgresql';
import { instant, tokenHashCheck, uuidKey } from '../../kernel/columns.ts';
import { User } from '../user/user.entity.ts';

export const recoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  properties: {
    id: uuidKey(),
    user: () => p.manyToOne(User).deleteRule('cascade').updateRule('no action'),
    /** SHA-256 of the code, hexadecimal: of 120 random bits nobody finds them from it. */
    codeHash: p.text().hidden(),
    createdAt: instant(),
    usedAt: instant().nullable(),
  },
  uniques: [{ name: 'recovery_codes_user_id_code_hash_unique', properties: ['user', 'codeHash'] }],
  checks: [{ name: 'recovery_codes_code_hash_check', expression: tokenHashCheck('code_hash') }],
});

/** Signs a member of staff in once without their authenticator app. */
export class RecoveryCode extends recoveryCodeSchema.class {}
recoveryCodeSchema.setClass(RecoveryCode);
