import { defineEntity, p } from '@mikro-orm/postgresql';
import { foreignKey, instantColumn, uuidPrimaryKey } from '../../kernel/entity-columns.ts';
import { userEntity } from '../user/user.entity.ts';

/** The authenticator app of a member of staff. */
export const secondFactorEntity = defineEntity({
  name: 'SecondFactor',
  tableName: 'second_factors',
  properties: {
    id: uuidPrimaryKey(),
    user: () => foreignKey(userEntity, 'cascade').unique('second_factors_user_id_unique'),
    /** The TOTP secret, encrypted with the configured key. */
    sealedSecret: p.text().hidden(),
    /**
     * The 30-second step, counted from 1970, of the last accepted code: neither it nor an earlier one is accepted
     * again.
     */
    lastTotpStep: p.integer(),
    /** The secret that replaces it once a code of it was entered. */
    nextSealedSecret: p.text().nullable().hidden(),
    createdAt: instantColumn(),
  },
  checks: [
    { name: 'second_factors_sealed_secret_check', expression: `sealed_secret ~ '^v1[.]'` },
    { name: 'second_factors_next_sealed_secret_check', expression: `next_sealed_secret ~ '^v1[.]'` },
  ],
});
