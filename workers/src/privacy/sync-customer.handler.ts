import { findStripeCustomer } from '@ve/data/membership/profile/profile.repository';
import { nullIfUnknown } from '@ve/providers/payments/unknown-object';
import { createHash } from 'node:crypto';
import type { Handler } from '../job-context.ts';
import type { PaymentDeps } from '../membership/payments.ts';

/**
 * Gives Stripe's customer the name and the e-mail address that ours has now. Nothing is to be done for an account that
 * was deleted, or has no customer at Stripe.
 */
export const createCustomerHandler =
  ({ payments }: PaymentDeps): Handler<'customers.sync'> =>
  async ({ userId, changeId }, { em, logger }) => {
    const customer = await findStripeCustomer(em, userId);
    if (customer === null) return;
    const { id, name, email } = customer;
    // Corrected again between two attempts, it is another call; corrected back later, it is not the first one's.
    const content = createHash('sha256')
      .update(JSON.stringify([name, email]))
      .digest('hex')
      .slice(0, 16);
    const answer = await nullIfUnknown(
      payments.updateCustomer({ key: `customer.${changeId}.${content}`, id, name, email }).then(() => 'updated'),
    );
    if (answer === null) logger.warn({ customerId: id }, 'a customer that Stripe does not know');
  };
