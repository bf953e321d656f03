import { type ConsentKind, currentConsents, consentVersions } from '@ve/domain/membership/consents';
import { sql } from 'kysely';
import { isRowOfUserSql, isRowOfUserOrAddressSql } from '../../kernel/rows-of-person.ts';
import {
  noPersonalDataPrivacy,
  type AggregateTablePrivacy,
  purgeRuleAfterRetainedUntil,
} from '../../kernel/table-privacy.ts';
import { purgeSignUpsWithoutAccount } from './sign-up.repository.ts';

/** The text of a consent; for an earlier version, its subject. */
const consentText = sql`case ${sql.join(
  (Object.keys(currentConsents) as ConsentKind[]).flatMap((kind) =>
    consentVersions(kind).map(
      ({ version, text }) => sql`when kind = ${kind} and text_version = ${version} then ${text}`,
    ),
  ),
  sql` `,
)} when kind = 'start-now' then 'To start the trial at once' when kind = 'rejoin' then 'To start the membership again'
  when kind = 'new-price' then 'To pay a new price each month' when kind = 'new-terms' then 'The new terms'
  else 'The terms' end`;

export const signUpTablePrivacy = {
  sign_ups: {
    rows: isRowOfUserOrAddressSql('sign_ups', { email: 'email', at: 'created_at' }),
    title: 'Sign-ups',
    columns: sql`email as "emailAddress", registration_number as "registration", status,
        case payment_outcome when 'open-account' then 'Account opened' when 'add-to-account' then 'Trial added to the account'
          when 'return-payment' then 'Payment returned' end as "outcome",
        case refund_reason when 'trial-limit' then 'Limit of trials of the card'
          when 'had-trial' then 'The address had its trial'
          when 'not-started' then 'The trial could not be started' end as "whyReturned",
        -- Another user may have typed the address by mistake, with their own name and address.
        case when ${isRowOfUserSql} then full_name end as "name",
        case when ${isRowOfUserSql} then address end as "postalAddress",
        case when ${isRowOfUserSql} then postcode end as "postcode",
        payment_attempts as "attemptsToPay", attempted_at as "lastAttemptAt",
        stripe_payment_intent_id as "paymentNumberAtStripe", stripe_refund_id as "refundNumberAtStripe", created_at as "begunAt",
        paid_at as "paidAt", finished_at as "finishedAt"`,
    omits: ['stripe_customer_id'],
    // One that can still be paid ends by itself.
    erase: { only: sql`status <> 'open'` },
    namedBy: ['id', 'stripe_customer_id', 'stripe_payment_intent_id', 'stripe_refund_id'],
    purge: { signUps: { run: purgeSignUpsWithoutAccount } },
  },
  consents: {
    rows: sql`(${isRowOfUserSql} or sign_up_id in (select id from sign_ups where ${isRowOfUserSql}))`,
    title: 'Consents',
    columns: sql`${consentText} as "whatYouAgreedTo", text_version as "versionOfTheText",
        full_check_pence as "priceOfTheFullCheckInPence", monthly_pence as "priceOfAMonthInPence",
        given_at as "givenAt"`,
    omits: ['change_notice_id'],
    erase: { with: 'users' },
    purge: {
      signUps: { otherwise: 'With the sign-up.' },
      networkHashes: { otherwise: 'With the proof of the consent.' },
    },
  },
  former_members: {
    ...noPersonalDataPrivacy(
      'Of accounts that were deleted: keyed hashes of cards and addresses, from which neither can be found, against ' +
        'repeated trials, for as long as the limits need them.',
    ),
    purge: { formerMembers: purgeRuleAfterRetainedUntil('retained_until') },
  },
} satisfies AggregateTablePrivacy;
