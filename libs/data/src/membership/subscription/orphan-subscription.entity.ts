import { defineEntity, p } from '@mikro-orm/postgresql';
import { instantColumn } from '../../kernel/entity-columns.ts';

/** One of our subscriptions that runs at Stripe without an account: its payer gets nothing. */
export const orphanSubscriptionEntity = defineEntity({
  name: 'OrphanSubscription',
  tableName: 'orphan_subscriptions',
  properties: {
    stripeSubscriptionId: p.text().primary(),
    stripeCustomerId: p.text(),
    foundAt: instantColumn(),
    /** When it was last in a listing of Stripe. */
    lastSeenAt: instantColumn(),
  },
});
