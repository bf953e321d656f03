import { isRunning } from '@ve/domain/membership/membership-state';
import { nullIfUnknown } from '@ve/providers/payments/unknown-object';
import type { PaymentDeps } from '../membership/payments.ts';

/**
 * Deletes a customer at Stripe, which may be repeated. What runs for it, though no row of ours says so, ends first: it is
 * charged no more.
 */
export const deleteCustomer = async (payments: PaymentDeps['payments'], customerId: string): Promise<void> => {
  const subscriptions = (await nullIfUnknown(payments.listSubscriptions(customerId))) ?? [];
  for (const { id } of subscriptions.filter(isRunning)) {
    await payments.cancelSubscription({ key: `cancel.${id}.deletion`, id, when: 'now' });
  }
  await payments.deleteCustomer(customerId);
};
