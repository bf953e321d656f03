import type { Handler } from '../../job-context.ts';
import type { PaymentDeps } from '../payments.ts';
import { syncSubscription } from '../sync-subscription.ts';

/** Updates the row of a subscription from Stripe. */
export const createSubscriptionSyncHandler =
  ({ payments }: PaymentDeps): Handler<'subscriptions.sync'> =>
  ({ subscriptionId }, context) =>
    syncSubscription(payments, subscriptionId, context);
