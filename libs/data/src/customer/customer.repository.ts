import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../entities.ts';

export interface NewCustomer {
  userId: string;
  name: string;
  email: string;
  address: string;
  postcode: string;
  stripeCustomerId: string;
  stripeSubscriptionId: string;
}

/**
 * Writes the customer of an account that starts its first trial; returns its id. An address already there is kept.
 */
export const saveCustomer = async (em: EntityManager, customer: NewCustomer, now: Date): Promise<string> => {
  const stripe = {
    stripe_customer_id: customer.stripeCustomerId,
    stripe_subscription_id: customer.stripeSubscriptionId,
  };
  const { id } = await tables(em)
    .insertInto('customers')
    .values({
      user_id: customer.userId,
      name: customer.name,
      email: customer.email,
      address: customer.address,
      postcode: customer.postcode,
      created_at: now,
      ...stripe,
    })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        ...stripe,
        address: sql`coalesce(customers.address, excluded.address)`,
        postcode: sql`coalesce(customers.postcode, excluded.postcode)`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Notes which Stripe subscription is the customer's now. */
export const setCustomerSubscription = async (
  em: EntityManager,
  userId: string,
  stripeSubscriptionId: string,
): Promise<void> => {
  await tables(em)
    .updateTable('customers')
    .set({ stripe_subscription_id: stripeSubscriptionId })
    .where('user_id', '=', userId)
    .execute();
};
