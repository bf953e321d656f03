import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { addToOutbox } from '../../jobs/outbox/outbox.repository.ts';

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
 * Writes the customer of an account that starts its first trial; returns its id. An existing postal address is kept.
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
        // A customer created by saving a report may have the e-mail address as name.
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
 * Returns the id of a user's customer, locked until the caller's transaction ends. Creates it if needed, without a
 * postal address, with the name of the latest sign-up, else the e-mail address (specification section 4, "Report
 * save").
 */
export const lockOrCreateCustomer = async (em: EntityManager, userId: string, now: Date): Promise<string> => {
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

/** Stores the current Stripe subscription of a customer. */
export const setCustomerSubscription = async (
  em: EntityManager,
  userId: string,
  stripeSubscriptionId: string,
): Promise<void> => {
  await tables(em).updateTable('customers').set({ stripeSubscriptionId }).where('userId', '=', userId).execute();
};

/** Queues the deletion of customers at Stripe; the caller's transaction deletes the only rows with their ids. */
export const enqueueStripeCustomerDeletions = async (
  em: EntityManager,
  stripeCustomerIds: (string | null)[],
  { now, correlationId }: { now: Date; correlationId: string },
): Promise<void> => {
  for (const stripeCustomerId of stripeCustomerIds) {
    if (stripeCustomerId === null) continue;
    await addToOutbox(em, { jobName: 'customers.delete', payload: { stripeCustomerId, correlationId } }, { now });
  }
};

/** Whether a customer at Stripe still belongs to an account or a sign-up. */
export const isStripeCustomerInUse = async (em: EntityManager, stripeCustomerId: string): Promise<boolean> => {
  const found = await sql<{ used: boolean }>`
    select exists (select from customers where stripe_customer_id = ${stripeCustomerId})
      or exists (select from sign_ups where stripe_customer_id = ${stripeCustomerId}) as used
  `.execute(tables(em));
  return found.rows[0]?.used === true;
};
