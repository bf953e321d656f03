import { defineEntity, p } from '@mikro-orm/postgresql';
import { instant, uuidKey } from '../columns.ts';
import { User } from '../user/user.entity.ts';

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

export const subscriptionSchema = defineEntity({
  name: 'Subscription',
  tableName: 'subscriptions',
  properties: {
    id: uuidKey(),
    user: () =>
      p.oneToOne(User).owner().deleteRule('restrict').updateRule('no action').unique('subscriptions_user_id_unique'),
    status: p.text().$type<SubscriptionStatus>().index('subscriptions_status_index'),
    /** Full checks used in the current period: 0 or 1. */
    creditsUsed: p.integer().default(0),
    currentPeriodEnd: instant().nullable(),
    subscriptionTier: p.text().default('Premium'),
    updatedAt: instant(),
  },
  checks: [
    {
      name: 'subscriptions_status_check',
      expression: `status in (${subscriptionStatuses.map((status) => `'${status}'`).join(', ')})`,
    },
    { name: 'subscriptions_credits_used_check', expression: 'credits_used >= 0 and credits_used <= 1' },
    { name: 'subscriptions_subscription_tier_check', expression: `btrim(subscription_tier) <> ''` },
    // An active membership without a period end would never lapse or get its next credit.
    {
      name: 'subscriptions_current_period_end_check',
      expression: `status <> 'active' or current_period_end is not null`,
    },
  ],
});

/** A user's membership. */
export class Subscription extends subscriptionSchema.class {}
subscriptionSchema.setClass(Subscription);
