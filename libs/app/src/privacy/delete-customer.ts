import type { JobUseCase } from '../job-context.ts';
import { isStripeCustomerInUse } from '@ve/data/membership/customer/stripe-customer.repository';
import { isRunning } from '@ve/domain/membership/membership-state';
import { nullIfUnknownAtStripe } from '@ve/providers/payments/unknown-stripe-object';
import type { PaymentDeps } from '../membership/payments/payments.ts';

/**
 * Deletes a customer at Stripe; idempotent. First cancels subscriptions that run there without one of our rows, so that
 * nothing more is charged.
 */
export const deleteCustomer = async (payments: PaymentDeps['payments'], customerId: string): Promise<void> => {
  const subscriptions = (await nullIfUnknownAtStripe(payments.listSubscriptions(customerId))) ?? [];
  for (const { id } of subscriptions.filter(isRunning)) {
    await payments.cancelSubscription({ key: `cancel.${id}.deletion`, id, when: 'now' });
  }
  await payments.deleteCustomer(customerId);
};

/** Deletes the Stripe customer of a deleted form; does nothing if an account or a form still owns it. */
export const deleteUnusedCustomer =
  ({ payments }: PaymentDeps): JobUseCase<'customers.delete'> =>
  async ({ stripeCustomerId }, { em, logger }) => {
    if (await isStripeCustomerInUse(em, stripeCustomerId)) {
      logger.error(
        { event: 'customer_deletion_refused', stripeCustomerId },
        'A customer at Stripe that was to be deleted is still in use.',
      );
      return;
    }
    await deleteCustomer(payments, stripeCustomerId);
  };
