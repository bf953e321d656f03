import { findStripeCustomer } from '@ve/data/membership/profile/profile.repository';
import { nullIfUnknownAtStripe } from '@ve/providers/payments/unknown-stripe-object';
import { createHash } from 'node:crypto';
import type { JobUseCase } from '../job-context.ts';
import type { PaymentDeps } from '../membership/payments/payments.ts';

/**
 * Updates the name and e-mail address of Stripe's customer from ours. Does nothing for an account that was deleted or has no
 * customer at Stripe.
 */
export const syncCustomer =
  ({ payments }: PaymentDeps): JobUseCase<'customers.sync'> =>
  async ({ userId, changeId }, { em, logger }) => {
    const customer = await findStripeCustomer(em, userId);
    if (customer === null) return;
    const { id, name, email } = customer;
    // The content is part of the key: a correction between two attempts is another call, and so is a later correction back.
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
