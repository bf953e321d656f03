import { defineEntity, p } from '@mikro-orm/postgresql';
import { instant } from '../../kernel/columns.ts';

/** A subscription of ours that runs at Stripe and that no account owns: somebody pays for nothing. */
export const orphanSubscriptionSchema = defineEntity({
  name: 'OrphanSubscription',
  tableName: 'orphan_subscriptions',
  properties: {
    stripeSubscriptionId: p.text().primary(),
    stripeCustomerId: p.text(),
    foundAt: instant(),
    /** When a listing of Stripe's last had it. */
    seenAt: instant(),
  },
});
