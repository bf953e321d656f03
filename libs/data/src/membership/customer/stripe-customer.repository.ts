import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { addToOutbox } from '../../jobs/outbox/outbox.repository.ts';

/** Queues the deletion of customers at Stripe; the caller's transaction deletes the only rows with their ids. */
export const enqueueCustomerDeletions = async (
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
