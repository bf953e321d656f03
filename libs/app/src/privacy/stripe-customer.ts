import type { JobUseCase } from '../job-context.ts';
import { isStripeCustomerInUse } from '@ve/data/membership/customer/customer.repository';
import { isSubscriptionRunning } from '@ve/domain/membership/membership-state';
import { nullIfUnknownAtStripe } from '@ve/providers/payments/unknown-stripe-object';
import type { PaymentDeps } from '../membership/payments/payment-provider-client.ts';
import { findStripeCustomerProfile } from '@ve/data/membership/profile/profile.repository';
import { createHash } from 'node:crypto';

/**
 * Updates the name and e-mail address of Stripe's customer from ours. Does nothing for an account that was deleted or
 * has no customer at Stripe.
 */
export const updateStripeCustomerFromProfile =
  ({ payments }: PaymentDeps): JobUseCase<'customers.sync'> =>
  async ({ userId, changeId }, { em, logger }) => {
    const customer = await findStripeCustomerProfile(em, userId);
    if (customer === null) return;
    const { id, name, email } = customer;
    // The content is part of the key: a correction between two attempts is another call, and so is a later correction
    // back.
    const content = createHash('sha256')
      .update(JSON.stringify([name, email]))
      .digest('hex')
      .slice(0, 16);
    const answer = await nullIfUnknownAtStripe(
      payments.updateCustomer({ key: `customer.${changeId}.${content}`, id, name, email }).then(() => 'updated'),
    );
    if (answer === null)
      logger.warn(
        { event: 'customer_unknown_at_stripe', customerId: id },
        'Stripe does not know one of our customers.',
      );
  };

/**
 * Deletes a customer at Stripe; idempotent. First cancels subscriptions that run there without one of our rows, so that
 * nothing more is charged.
 */
export const deleteStripeCustomer = async (payments: PaymentDeps['payments'], customerId: string): Promise<void> => {
  const subscriptions = (await nullIfUnknownAtStripe(payments.listSubscriptions(customerId))) ?? [];
  for (const { id } of subscriptions.filter(isSubscriptionRunning)) {
    await payments.cancelSubscription({ key: `cancel.${id}.deletion`, id, when: 'now' });
  }
  await payments.deleteCustomer(customerId);
};

/** Deletes the Stripe customer of a deleted form; does nothing if an account or a form still owns it. */
export const deleteUnusedStripeCustomer =
  ({ payments }: PaymentDeps): JobUseCase<'customers.delete'> =>
  async ({ stripeCustomerId }, { em, logger }) => {
    if (await isStripeCustomerInUse(em, stripeCustomerId)) {
      logger.error(
        { event: 'customer_deletion_refused', stripeCustomerId },
        'A customer at Stripe that was to be deleted is still in use.',
      );
      return;
    }
    await deleteStripeCustomer(payments, stripeCustomerId);
  };
