import type { JobUseCase } from '@ve/app/job-context';
import type { PaymentDeps } from '@ve/app/membership/payments/payment-deps';
import { syncSubscription } from '@ve/app/membership/subscription/sync-subscription';

/** The handler of `subscriptions.sync`, as in `handlers.ts`. */
export const createSubscriptionSyncHandler =
  ({ payments }: PaymentDeps): JobUseCase<'subscriptions.sync'> =>
  ({ subscriptionId }, context) =>
    syncSubscription(payments, subscriptionId, context);
