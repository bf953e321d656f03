import type { Handler } from '../../job-context.ts';
import type { PaymentDeps } from '../payments.ts';
import { syncSubscription } from '../sync-subscription.ts';

/** Brings the row of a subscription up to what Stripe says now. */
export const createSyncHandler =
  ({ payments }: PaymentDeps): Handler<'subscriptions.sync'> =>
  ({ subscriptionId }, context) =>
    syncSubscription(payments, subscriptionId, context);
