import { sql } from 'kysely';
import { isRowOfUserSql } from '../../kernel/rows-of-person.ts';
import { noPersonalDataPrivacy, type AggregateTablePrivacy } from '../../kernel/table-privacy.ts';

export const subscriptionTablePrivacy = {
  subscriptions: {
    rows: isRowOfUserSql,
    title: 'Membership',
    columns: sql`status, subscription_tier as "plan", registration_number as "registration",
        stripe_subscription_id as "numberAtStripe", monthly_pence as "priceOfAMonthInPence", credits_used as "fullChecksUsedInThisPeriod",
        trial_ends_at as "trialEndsAt", current_period_start as "periodFrom", current_period_end as "periodUntil",
        credited_period_end as "paidUntil", cancel_requested_at as "cancelledAt", ends_at as "endsAt", card,
        card_setup_id as "changeOfCardAtStripe", card_setup_created_at as "cardChangedAt",
        card_authentication_started_at as "yourBankAskedAt", payment_problem as "paymentProblem",
        earlier_first_paid_at as "firstFullChargeInAnEarlierAccount", created_at as "begunAt",
        updated_at as "updatedAt"`,
    omits: ['card_authentication_claimed_at', 'card_authentication_payment_method_id', 'card_authentication_open'],
    erase: 'rows',
    namedBy: ['id', 'stripe_subscription_id'],
  },
  orphan_subscriptions: noPersonalDataPrivacy('Subscriptions at Stripe that no account owns, by Stripe’s ids.'),
} satisfies AggregateTablePrivacy;
