import { isStripeCustomerInUse } from '@ve/data/membership/customer/stripe-customer.repository';
import { deleteCustomer } from './delete-customer.ts';
import type { Handler } from '../job-context.ts';
import type { PaymentDeps } from '../membership/payments.ts';

/** Deletes the customer at Stripe of a form whose row was deleted; one that is an account's, or a form's, is left alone. */
export const createCustomerDeletionHandler =
  ({ payments }: PaymentDeps): Handler<'customers.delete'> =>
  async ({ stripeCustomerId }, { em, logger }) => {
    if (await isStripeCustomerInUse(em, stripeCustomerId)) {
      logger.error({ stripeCustomerId }, 'a customer at Stripe that was to be deleted is in use');
      return;
    }
    await deleteCustomer(payments, stripeCustomerId);
  };
