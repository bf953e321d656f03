import { isStripeCustomerInUse } from '@ve/data/membership/customer/stripe-customer.repository';
import { deleteCustomer } from './delete-customer.ts';
import type { Handler } from '../job-context.ts';
import type { PaymentDeps } from '../membership/payments.ts';

/** Deletes the Stripe customer of a deleted form; does nothing if an account or a form still owns it. */
export const createCustomerDeletionHandler =
  ({ payments }: PaymentDeps): Handler<'customers.delete'> =>
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
