import { defaultReminderLeadSettings } from '@ve/domain/monitoring/reminders/reminder';
import { monitorAspects } from '@ve/domain/monitoring/alerts/watch-aspects';
import { ordinaryVehicleRecord } from '@ve/domain/testing/ordinary-vehicle-record';
import type pg from 'pg';

/** How many vehicles have a fresh record, and how many customers are signed in. */
const recordCount = 100_000;
const sessionCount = 100_000;

/**
 * Adds what `seedManyCustomers` leaves out and a day of the product reads: watches with due dates, reminders and
 * monitor checks of everyone who was a member, sign-ups, sessions, and records of vehicles.
 */
export async function seedWatches(client: pg.Client, onTable: (table: string, rows: number) => void): Promise<void> {
  const add = async (table: string, statement: string, ...values: unknown[]): Promise<void> => {
    const { rowCount } = await client.query(statement, values);
    onTable(table, rowCount ?? 0);
  };
  const isRunning = `status in ('active', 'trialing', 'past_due')`;
  const random = (what: string, below: number) => `abs(hashtext(${what})) % ${String(below)}`;
  await client.query('begin');
  // The rows were just read from other tables, whose keys they have.
  await client.query('set local session_replication_role = replica');
  await add(
    'watches',
    `insert into watches (user_id, leads, preferences_changed_at, created_at, updated_at)
     select user_id, $1::jsonb, created_at, created_at, created_at from subscriptions where credited_period_end is not null or ${isRunning}`,
    JSON.stringify(defaultReminderLeadSettings),
  );
  await add(
    'watch_due_dates',
    `insert into watch_due_dates
       (user_id, kind, registration_number, due_on, source, fetched_at, attempted_at, date_known_since, in_reminder_scan)
     select user_id, kind, registration_number, current_date - 30 + ${random(`user_id::text || kind`, 365)},
       case kind when 'tax' then 'DVLA' when 'mot' then 'DVSA' else 'member' end,
       now() - make_interval(hours => ${random('user_id::text', 100)}), now() - interval '2 days',
       subscription.created_at, ${isRunning}
     from watches join subscriptions subscription using (user_id), unnest(array['tax', 'mot', 'insurance']) as kind`,
  );
  await add(
    'reminders',
    `insert into reminders (user_id, registration_number, kind, due_on, lead_days, channel, planned_at, finished_at)
     select user_id, registration_number, kind, due_on, lead, 'email', due_on - lead, due_on - lead
     from watch_due_dates, unnest(array[28, 14, 7, 1]) as lead
     where due_on - lead between current_date - 60 and current_date - 1`,
  );
  await add(
    'monitor_check_states',
    `insert into monitor_check_states (user_id, aspect, registration_number, attempted_at, next_check_at, failure)
     select user_id, aspect, registration_number, now() - interval '3 days',
       case when ${isRunning} then now() + make_interval(mins => ${random('user_id::text || aspect', 43_200)} - 60) end,
       case when ${isRunning} then null else 'not-member' end
     from watches join subscriptions using (user_id), unnest($1::text[]) as aspect`,
    monitorAspects,
  );
  await add(
    'sign_ups',
    `insert into sign_ups (idempotency_key, email, full_name, address, postcode, registration_number, browser_hash,
       stripe_customer_id, stripe_payment_intent_id, status, payment_outcome, user_id, card_hash, created_at, paid_at, finished_at)
     select gen_random_uuid(), customer.email, customer.name, coalesce(customer.address, '1 High Street'),
       coalesce(customer.postcode, 'LS1 1AA'), 'AB12CDE', repeat('b', 64), customer.stripe_customer_id,
       'pi_signup' || customer.stripe_customer_id, 'completed', 'open-account', customer.user_id,
       encode(sha256(customer.stripe_customer_id::bytea), 'hex'), customer.created_at, customer.created_at, customer.created_at
     from customers customer`,
  );
  await add(
    'sessions',
    `insert into sessions (user_id, token_hash, opened_by, created_at, last_seen_at, expires_at)
     select id, encode(sha256(('seeded ' || id)::bytea), 'hex'), 'link', now() - interval '1 day', now() - interval '1 hour',
       now() + make_interval(days => ${random('id::text', 30)} + 1)
     from users order by created_at desc limit ${String(sessionCount)}`,
  );
  const record = {
    ...ordinaryVehicleRecord(new Date().toISOString().slice(0, 10)),
    fetchedAt: new Date().toISOString(),
  };
  await add(
    'vehicles',
    `insert into vehicles (registration, record, fetched_at)
     select registration_number, $1::jsonb || jsonb_build_object('registration', registration_number),
       now() + interval '1 hour' - make_interval(hours => (row_number() over ())::int % 700)
     from (select distinct registration_number from reports limit ${String(recordCount)}) plates`,
    JSON.stringify(record),
  );
  await client.query('commit');
  await client.query('vacuum (analyze)');
}
