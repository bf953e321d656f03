import { defineEntity, p } from '@mikro-orm/postgresql';
import type { ConsentKind } from '@ve/domain/membership/consents';
import { changeNoticeEntity } from '../announced-change/change-notice.entity.ts';
import { foreignKey, instantColumn, tokenHashFormatCheck, uuidPrimaryKey } from '../../kernel/entity-columns.ts';
import { userEntity } from '../../identity/user/user.entity.ts';
import { signUpEntity } from './sign-up.entity.ts';

/** Of a contract, or to an announced change of one. */
export type RecordedConsentKind = ConsentKind | 'new-price' | 'new-terms';

/** A ticked box or a pressed button: the text, and when it was agreed to. */
export const consentEntity = defineEntity({
  name: 'Consent',
  tableName: 'consents',
  properties: {
    id: uuidPrimaryKey(),
    signUp: () => foreignKey(signUpEntity, 'cascade').nullable(),
    /** The user who joins again or agrees to a change; null for the consents of a sign-up. */
    user: () => foreignKey(userEntity, 'cascade').nullable(),
    /** The announced change that is agreed to; null for the consents of a contract. */
    changeNotice: () => foreignKey(changeNoticeEntity, 'cascade').nullable(),
    kind: p.text().$type<RecordedConsentKind>(),
    /** The version of the text that was shown (`domain/membership/consents`, `announced-change`). */
    textVersion: p.text(),
    /** The price of a used full check that the text states, in pence; 0: none. */
    fullCheckPence: p.integer().default(0),
    /** The price of a month that the text states, in pence; null: it states none. */
    monthlyPence: p.integer().nullable(),
    /** Keyed hash of the network address. */
    clientHash: p.text().nullable(),
    givenAt: instantColumn(),
  },
  uniques: [
    { name: 'consents_sign_up_id_kind_unique', properties: ['signUp', 'kind'] },
    {
      name: 'consents_change_notice_id_unique',
      properties: ['changeNotice'],
      where: 'change_notice_id is not null',
    },
  ],
  indexes: [{ name: 'consents_user_id_index', properties: ['user'], where: 'user_id is not null' }],
  checks: [
    { name: 'consents_kind_check', expression: `kind in ('terms', 'start-now', 'rejoin', 'new-price', 'new-terms')` },
    { name: 'consents_owner_check', expression: 'num_nonnulls(sign_up_id, user_id) = 1' },
    { name: 'consents_text_version_check', expression: `text_version ~ '^[0-9A-Za-z.-]{1,40}$'` },
    { name: 'consents_full_check_pence_check', expression: 'full_check_pence >= 0' },
    { name: 'consents_monthly_pence_check', expression: 'monthly_pence > 0' },
    {
      name: 'consents_change_check',
      expression: `(kind in ('new-price', 'new-terms')) = (change_notice_id is not null) and (kind <> 'new-price' or monthly_pence is not null)`,
    },
    { name: 'consents_client_hash_check', expression: tokenHashFormatCheck('client_hash') },
  ],
});
