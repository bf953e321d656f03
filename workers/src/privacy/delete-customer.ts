import { isRunning } from '@ve/domain/membership/membership-state';
import { nullIfUnknown } from '@ve/providers/payments/unknown-object';
import type { PaymentDeps } from '../membership/payments.ts';

/**
 * Deletes a customer at Stripe; idempotent. First cancels subscriptions that run there without one of our rows, so that
 * nothing more is charged.
 */
export const deleteCustomer = async (payments: PaymentDeps['payments'], customerId: string): Promise<void> => {
  const subscriptions = (await nullIfUnknown(payments.listSubscriptions(customerId))) ?? [];
  for (const { id } of subscriptions.filter(isRunning)) {
    await payments.cancelSubscription({ key: `cancel.${id}.deletion`, id, when: 'now' });
  }
  await payments.deleteCustomer(customerId);
};
