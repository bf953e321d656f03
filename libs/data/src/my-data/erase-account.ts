import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../entities.ts';

/** Whose rows go. `limitKeys`: the hashes by which limits name the address (`token_buckets`). */
export interface ErasedAccount {
  userId: string;
  email: string;
  limitKeys: string[];
}

/**
 * Deletes every row of a user and of their address, the user last; in the caller's transaction, which has locked the user
 * and written what has to be kept. What names the person by its id alone goes as well: jobs that wait, Stripe's events, and
 * the stored record of a vehicle that nobody else has saved. Audit rows stay, with ids.
 */
export const eraseAccount = async (em: EntityManager, { userId, email, limitKeys }: ErasedAccount): Promise<void> => {
  const db = tables(em);
  const ids = await idsOf(em, { userId, email });
  const registrations = await registrationsOf(em, userId);
  const isOwn = sql`(user_id = ${userId} or email = ${email})`;

  await sql`
    delete from outbox
    where exists (select from jsonb_path_query(payload, '$.**') as part where part #>> '{}' = any (${ids}))
  `.execute(db);
  await sql`delete from stripe_events where object_id = any (${ids})`.execute(db);
  await sql`delete from mails where recipient = ${email} or subject_id::text = any (${ids})`.execute(db);
  await db.deleteFrom('mail_stops').where('email', '=', email).execute();
  await db.deleteFrom('newsletter_subscriptions').where('email', '=', email).execute();
  await db.deleteFrom('contact_messages').where('email', '=', email).execute();
  await sql`delete from disputes where ${isOwn}`.execute(db);
  await db.deleteFrom('data_requests').where('email', '=', email).execute();
  await db.deleteFrom('cancellation_codes').where('email', '=', email).execute();
  await sql`delete from cancellation_requests where user_id = ${userId} or customer_email = ${email}`.execute(db);
  await db.deleteFrom('error_logs').where('user_id', '=', userId).execute();
  await sql`
    delete from token_buckets where split_part(key, ':', 2) = any (${[userId, ...limitKeys]})
  `.execute(db);

  await db.deleteFrom('full_checks').where('user_id', '=', userId).execute();
  await db.deleteFrom('payments').where('user_id', '=', userId).execute();
  await db.deleteFrom('subscriptions').where('user_id', '=', userId).execute();
  await db.deleteFrom('customers').where('user_id', '=', userId).execute();
  await sql`delete from sign_ups where ${isOwn} and status <> 'open'`.execute(db);
  // With its roles, sessions, sign-in requests and links, ready mails, consents, e-mail changes, exports and deletions.
  await db.deleteFrom('users').where('id', '=', userId).execute();
  await eraseVehicles(em, registrations);
};

/** Every id that a job or an event may name them by: ours, and Stripe's. */
const idsOf = async (em: EntityManager, { userId, email }: { userId: string; email: string }): Promise<string[]> => {
  const found = await sql<{ ids: string[] }>`
    with own_customers as (select * from customers where user_id = ${userId}),
    own_subscriptions as (select * from subscriptions where user_id = ${userId}),
    own_sign_ups as (select * from sign_ups where (user_id = ${userId} or email = ${email}) and status <> 'open'),
    own_payments as (select * from payments where user_id = ${userId}),
    own_cancellations as (
      select * from cancellation_requests where user_id = ${userId} or customer_email = ${email}
    )
    select array_agg(distinct id) filter (where id is not null) as ids from (
      select ${userId}::text as id
      union all select unnest(array[id::text, stripe_customer_id, stripe_subscription_id]) from own_customers
      union all select unnest(array[id::text, stripe_subscription_id]) from own_subscriptions
      union all select unnest(array[id::text, stripe_customer_id, payment_intent_id, refund_id]) from own_sign_ups
      union all select unnest(array[id::text, stripe_payment_intent_id, stripe_invoice_id]) from own_payments
      union all select unnest(array[id::text, refund_id, stripe_subscription_id]) from own_cancellations
      union all select id::text from reports where customer_id in (select id from own_customers)
      union all select id::text from full_checks where user_id = ${userId}
      union all select id::text from ready_mails where user_id = ${userId}
      union all select id::text from sign_in_requests where user_id = ${userId}
      union all select id::text from data_exports where user_id = ${userId}
      union all select id::text from email_changes where user_id = ${userId}
      union all select id::text from account_deletions where user_id = ${userId}
      union all select id::text from data_requests where email = ${email}
      union all select id::text from cancellation_codes where email = ${email}
      union all select id::text from disputes where user_id = ${userId} or email = ${email}
      union all select id::text from contact_messages where email = ${email}
      union all select id::text from newsletter_subscriptions where email = ${email}
      union all select id::text from mails where recipient = ${email}
    ) as named
  `.execute(tables(em));
  const ids = found.rows[0]?.ids ?? [];
  const events = await sql<{ id: string }>`
    select id::text as id from stripe_events where object_id = any (${ids})
  `.execute(tables(em));
  return [...ids, ...events.rows.map(({ id }) => id)];
};

const registrationsOf = async (em: EntityManager, userId: string): Promise<string[]> => {
  const found = await sql<{ registration: string }>`
    select registration_number as registration from reports
    where customer_id in (select id from customers where user_id = ${userId})
    union select registration_number from full_checks where user_id = ${userId}
    union select registration_number from sign_ups where user_id = ${userId}
    union select registration_number from subscriptions
      where user_id = ${userId} and registration_number is not null
  `.execute(tables(em));
  return found.rows.map(({ registration }) => registration);
};

/** What the sources said of vehicles that nobody else has saved; whoever is just asking for one keeps their answer. */
const eraseVehicles = async (em: EntityManager, registrations: string[]): Promise<void> => {
  const found = await sql<{ registration: string }>`
    select registration from unnest(${registrations}::text[]) as own (registration)
    where not exists (select from reports where registration_number = registration)
      and not exists (select from subscriptions where registration_number = registration)
      and not exists (
        select from vehicle_fetches
        where vehicle_fetches.registration = own.registration and status in ('queued', 'running')
      )
  `.execute(tables(em));
  const unsaved = found.rows.map(({ registration }) => registration);
  if (unsaved.length === 0) return;
  await tables(em).deleteFrom('vehicles').where('registration', 'in', unsaved).execute();
  await tables(em).deleteFrom('vehicle_fetches').where('registration', 'in', unsaved).execute();
};
