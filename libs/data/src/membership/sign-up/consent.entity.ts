import { defineEntity, p } from '@mikro-orm/postgresql';
import type { ConsentKind } from '@ve/domain/membership/consents';
import { foreignKey, instant, tokenHashCheck, uuidKey } from '../../kernel/entity-columns.ts';
import { userSchema } from '../../identity/user/user.entity.ts';
import { signUpSchema } from './sign-up.entity.ts';

/** A ticked box: the text, and when it was agreed to. */
export const consentSchema = defineEntity({
  name: 'Consent',
  tableName: 'consents',
  properties: {
    id: uuidKey(),
    signUp: () => foreignKey(signUpSchema, 'cascade').nullable(),
    /** The user who joins again; null for the consents of a sign-up. */
    user: () => foreignKey(userSchema, 'cascade').nullable(),
    kind: p.text().$type<ConsentKind>(),
    /** The version of the text that was shown (`domain/membership/consents`). */
    textVersion: p.text(),
    /** The price of a used full check that the text states, in pence; 0: none. */
    fullCheckPence: p.integer().default(0),
    /** Keyed hash of the network address. */
    clientHash: p.text().nullable(),
    givenAt: instant(),
  },
  uniques: [{ name: 'consents_sign_up_id_kind_unique', properties: ['signUp', 'kind'] }],
  indexes: [{ name: 'consents_user_id_index', properties: ['user'], where: 'user_id is not null' }],
  checks: [
    { name: 'consents_kind_check', expression: `kind in ('terms', 'start-now', 'rejoin')` },
    { name: 'consents_owner_check', expression: 'num_nonnulls(sign_up_id, user_id) = 1' },
    { name: 'consents_text_version_check', expression: `text_version ~ '^[0-9A-Za-z.-]{1,40}$'` },
    { name: 'consents_full_check_pence_check', expression: 'full_check_pence >= 0' },
    { name: 'consents_client_hash_check', expression: tokenHashCheck('client_hash') },
  ],
});
