import { defineEntity, p } from '@mikro-orm/postgresql';
import type { ChargedCard } from '@ve/contracts/http/membership/subscription';
import {
  foreignKey,
  instantColumn,
  registrationFormatCheck,
  trigramIndex,
  uuidPrimaryKey,
} from '../../kernel/entity-columns.ts';
import { userEntity } from '../../identity/user/user.entity.ts';

/** Stripe's statuses; the product's rules use `active` and `trialing` (specification section 4). */
export const subscriptionStatuses = [
  'active',
  'trialing',
  'past_due',
  'canceled',
  'unpaid',
  'incomplete',
  'incomplete_expired',
  'paused',
] as const;

export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** Why the last charge of a membership failed; kept when Stripe ends the membership because of it. */
export interface StoredPaymentProblem {
  kind: 'declined' | 'authentication';
  pence: number;
  /** When the bank was last asked; null: not known. */
  failedAt: string | null;
  /** When Stripe retries; null: it does not. */
  nextAttemptAt: string | null;
  invoiceId: string;
}

/** A user's membership. */
export const subscriptionEntity = defineEntity({
  name: 'Subscription',
  tableName: 'subscriptions',
  properties: {
    id: uuidPrimaryKey(),
    user: () => foreignKey(userEntity, 'restrict').unique('subscriptions_user_id_unique'),
    status: p.text().$type<SubscriptionStatus>().index('subscriptions_status_index'),
    /** Full checks used in the current period: 0 or 1. It starts with 1; only a paid membership invoice sets 0. */
    creditsUsed: p.integer().default(1),
    /** The vehicle of the membership. */
    registrationNumber: p.text().nullable().index('subscriptions_registration_number_index'),
    stripeSubscriptionId: p.text().nullable().unique('subscriptions_stripe_subscription_id_unique'),
    /** The price of a period at Stripe, in pence: what the next one costs. Null: not read from Stripe yet. */
    monthlyPence: p.integer().nullable(),
    /** Counts the writes of states read from Stripe: an older read never overwrites a newer one. */
    revision: p.integer().default(0),
    trialEndsAt: instantColumn().nullable(),
    currentPeriodStart: instantColumn().nullable(),
    currentPeriodEnd: instantColumn().nullable(),
    /** End of the latest period whose invoice was paid; each period grants its credit once. */
    creditedPeriodEnd: instantColumn().nullable(),
    /** When the member cancelled it, in the account or with a cancel link. */
    cancelRequestedAt: instantColumn().nullable(),
    /** When a cancelled subscription ends or ended. */
    endsAt: instantColumn().nullable(),
    card: p.json<ChargedCard>().nullable(),
    paymentProblem: p.json<StoredPaymentProblem>().nullable(),
    /** Stripe's SetupIntent of the newest card change, and when Stripe created it. */
    cardSetupId: p.text().nullable(),
    cardSetupCreatedAt: instantColumn().nullable(),
    /** When a browser was given its secret for the bank's authentication; null: the bank required none. */
    cardAuthenticationStartedAt: instantColumn().nullable(),
    /** The card to authenticate: Stripe's payment method. */
    cardAuthenticationPaymentMethodId: p.text().nullable(),
    /** Since when a process has been ending the authentication. */
    cardAuthenticationClaimedAt: instantColumn().nullable(),
    /** Whether cards could still be tried with that secret. */
    cardAuthenticationOpen: p.boolean().default(false),
    /**
     * When the member was first charged in full in an account deleted since, recognised by card or address; null: not
     * known.
     */
    earlierFirstPaidAt: instantColumn().nullable(),
    subscriptionTier: p.text().default('Premium'),
    createdAt: instantColumn(),
    updatedAt: instantColumn().index('subscriptions_updated_at_index'),
  },
  indexes: [
    {
      name: 'subscriptions_card_setup_id_index',
      properties: ['cardSetupId'],
      where: 'card_setup_id is not null',
    },
    {
      name: 'subscriptions_card_authentication_open_index',
      properties: ['cardAuthenticationStartedAt'],
      where: 'card_authentication_open',
    },
    {
      name: 'subscriptions_registration_number_trigram_index',
      expression: trigramIndex('subscriptions', 'registration_number'),
    },
  ],
  checks: [
    {
      name: 'subscriptions_status_check',
      expression: `status in (${subscriptionStatuses.map((status) => `'${status}'`).join(', ')})`,
    },
    { name: 'subscriptions_credits_used_check', expression: 'credits_used >= 0 and credits_used <= 1' },
    { name: 'subscriptions_monthly_pence_check', expression: 'monthly_pence > 0' },
    { name: 'subscriptions_subscription_tier_check', expression: `btrim(subscription_tier) <> ''` },
    { name: 'subscriptions_registration_number_check', expression: registrationFormatCheck('registration_number') },
    { name: 'subscriptions_card_check', expression: `jsonb_typeof(card) = 'object'` },
    { name: 'subscriptions_payment_problem_check', expression: `jsonb_typeof(payment_problem) = 'object'` },
    {
      name: 'subscriptions_card_setup_check',
      expression:
        'length(card_setup_id) >= 1 and length(card_setup_id) <= 255 and (card_setup_id is null) = (card_setup_created_at is null) and (card_authentication_started_at is null or card_setup_id is not null) and (not card_authentication_open or (card_authentication_started_at is not null and card_authentication_payment_method_id is not null))',
    },
    // An active membership without a period end would never lapse or get its next credit.
    {
      name: 'subscriptions_current_period_end_check',
      expression: `status <> 'active' or current_period_end is not null`,
    },
  ],
});
