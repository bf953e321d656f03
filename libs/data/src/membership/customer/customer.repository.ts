import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

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
    stripeCustomerId: customer.stripeCustomerId,
    stripeSubscriptionId: customer.stripeSubscriptionId,
  };
  const { id } = await tables(em)
    .insertInto('customers')
    .values({
      userId: customer.userId,
      name: customer.name,
      email: customer.email,
      address: customer.address,
      postcode: customer.postcode,
      createdAt: now,
      ...stripe,
    })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({
        ...stripe,
        // Made by saving a report, it may have the address for a name.
        name: sql`case when customers.name = left(customers.email, 200) then excluded.name else customers.name end`,
        address: sql`coalesce(customers.address, excluded.address)`,
        postcode: sql`coalesce(customers.postcode, excluded.postcode)`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/**
 * The customer of a user, made if it is missing, with the name of their latest sign-up, else their e-mail address
 * (specification section 4, "Report save"), and without an address. It stays locked until the caller's transaction ends.
 */
export const lockCustomer = async (em: EntityManager, userId: string, now: Date): Promise<string> => {
  await sql`
    insert into customers (user_id, name, email, created_at)
    select users.id, coalesce(
      (select full_name from sign_ups where sign_ups.user_id = users.id order by created_at desc limit 1),
      left(users.email, 200)
    ), users.email, ${now.toISOString()}
    from users where users.id = ${userId}
    on conflict (user_id) do nothing
  `.execute(tables(em));
  const { id } = await tables(em)
    .selectFrom('customers')
    .select('id')
    .where('userId', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return id;
};

/** Notes which Stripe subscription is the customer's now. */
export const setCustomerSubscription = async (
  em: EntityManager,
  userId: string,
  stripeSubscriptionId: string,
): Promise<void> => {
  await tables(em).updateTable('customers').set({ stripeSubscriptionId }).where('userId', '=', userId).execute();
};
