import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { releaseTables } from '../../releases/registry/release-tables.ts';
import {
  confirmedNumber,
  isOfAddress,
  isRowOfPerson,
  personCte,
  textRowsOfPerson,
} from '../../membership/retained-record/rows-of-person.ts';

/** The account to erase. `limitKeys`: the hashes by which limits identify its addresses (`token_buckets`). */
export interface ErasedAccount {
  userId: string;
  limitKeys: string[];
}

/** The ids that identify the person: ours, and ours together with Stripe's. */
export interface AccountIdentifiers {
  rows: string[];
  all: string[];
}

/**
 * The statement that deletes from each table, within `personCte`, in execution order: rows without a foreign key to the
 * user are found by address or id, and the user is last.
 */
export const deleteStatementsOf = ({ userId, limitKeys }: ErasedAccount, { rows, all }: AccountIdentifiers) => ({
  outbox: sql`delete from outbox
    where exists (select from jsonb_path_query(payload, '$.**') as part where part #>> '{}' = any (${all}))`,
  dead_letters: sql`delete from dead_letters
    where exists (select from jsonb_path_query(payload, '$.**') as part where part #>> '{}' = any (${all}))
      or exists (select from unnest(${all}::text[]) as name where strpos(why, name) > 0)`,
  stripe_events: sql`delete from stripe_events where object_id = any (${all})`,
  mails: sql`delete from mails where id in (
    select mails.id from mails where ${isOfAddress('mails')}
    union all select id from mails where subject_id = any (${rows}::uuid[])
  )`,
  texts: sql`delete from texts
    where subject_id in (${textRowsOfPerson} union all ${inboundTextsOfPerson(userId)}) or subject_id = any (${rows}::uuid[])
      or (recipient = (${confirmedNumber}) and ${isUnsharedVehicle('texts.recipient', userId)})`,
  inbound_texts: sql`delete from inbound_texts where id in (${inboundTextsOfPerson(userId)})`,
  // Deleted for a confirmed number only: another number may belong to another person, whom the opt-out protects.
  text_opt_outs: sql`delete from text_opt_outs
    where phone = (${confirmedNumber}) and ${isUnsharedVehicle('text_opt_outs.phone', userId)}`,
  // An opt-out under an earlier address protects its current owner.
  mail_opt_outs: sql`delete from mail_opt_outs where ${isOfAddress('mail_opt_outs')}
    and not exists (select from users other where other.email = mail_opt_outs.email and other.id <> ${userId})`,
  mail_suppressions: sql`delete from mail_suppressions where ${isOfAddress('mail_suppressions')}
    and not exists (select from users other where other.email = mail_suppressions.email and other.id <> ${userId})`,
  newsletter_subscriptions: sql`delete from newsletter_subscriptions where ${isOfAddress('newsletter_subscriptions')}`,
  contact_messages: sql`delete from contact_messages where ${isOfAddress('contact_messages')}`,
  disputes: sql`delete from disputes where ${isRowOfPerson('disputes')}`,
  data_requests: sql`delete from data_requests where ${isOfAddress('data_requests')}`,
  cancellation_codes: sql`delete from cancellation_codes where ${isOfAddress('cancellation_codes')}`,
  cancellation_requests: sql`delete from cancellation_requests where ${isRowOfPerson('cancellation_requests')}`,
  // Errors that no other user met: their message comes from this person's reports.
  error_groups: sql`delete from error_groups
    where fingerprint in (select fingerprint from error_logs where user_id = ${userId}) and not exists (
      select from error_logs other
      where other.fingerprint = error_groups.fingerprint and other.user_id is distinct from ${userId}
    )`,
  error_logs: sql`delete from error_logs where user_id = ${userId}`,
  token_buckets: sql`delete from token_buckets where split_part(key, ':', 2) = any (${[userId, ...limitKeys]})`,
  full_checks: sql`delete from full_checks where user_id = ${userId}`,
  payments: sql`delete from payments where user_id = ${userId}`,
  subscriptions: sql`delete from subscriptions where user_id = ${userId}`,
  report_shares: sql`delete from report_shares where report_id in (
    select reports.id from reports join customers on customers.id = reports.customer_id
    where customers.user_id = ${userId}
  )`,
  customers: sql`delete from customers where user_id = ${userId}`,
  sign_ups: sql`delete from sign_ups where ${isRowOfPerson('sign_ups')} and status <> 'open'`,
  users: sql`delete from users where id = ${userId}`,
});

const isUnsharedVehicle = (column: string, userId: string) => sql`not exists (
  select from customers other where other.phone_number = ${sql.ref(column)} and other.user_id <> ${userId}
)`;

const inboundTextsOfPerson = (userId: string) => sql`
  select id from inbound_texts
  where phone = (${confirmedNumber}) and ${isUnsharedVehicle('inbound_texts.phone', userId)}`;

/** Tables whose rows are deleted with a row of another, by their foreign key. */
export const cascadesWith = {
  user_roles: 'users',
  sessions: 'users',
  sign_in_requests: 'users',
  magic_links: 'users',
  report_ready_mails: 'users',
  staff_sign_ins: 'users',
  second_factors: 'users',
  recovery_codes: 'users',
  password_resets: 'users',
  consents: 'users',
  email_changes: 'users',
  data_exports: 'users',
  phone_codes: 'users',
  account_deletions: 'users',
  monitor_check_states: 'users',
  watch_events: 'users',
  monthly_valuations: 'users',
  watches: 'users',
  reminders: 'users',
  watch_due_dates: 'users',
  newsletter_tokens: 'newsletter_subscriptions',
  reports: 'customers',
  report_pdfs: 'reports',
} as const;

/** Tables that the deletion of an account leaves unchanged, and why. */
export const retainedTables = {
  audit_log: 'What staff did, with ids that lead nowhere.',
  local_admin_sessions: 'Of a machine, without a user.',
  retained_records: 'What the law makes us keep, without anything by which somebody could be found.',
  former_members: 'Keyed hashes of cards and addresses, against repeated trials, for as long as the limits need them.',
  ...releaseTables,
  secrets: 'Keys of the service.',
  orphan_subscriptions: 'Subscriptions at Stripe that no account owns, by Stripe’s ids.',
  restores: 'When the database was restored from a backup.',
  scheduled_jobs: 'When the scheduled work last ran.',
  totals: 'How many rows our lists have.',
  vendor_daily_usage: 'Calls to our sources in a day.',
  vendor_call_counts: 'Calls to our sources in a minute.',
  day_figures: 'How many people did what on a day.',
  recall_campaigns: 'DVSA’s recalls, of makes and models.',
  fuel_stations: 'Petrol stations.',
  fuel_prices: 'What petrol stations ask.',
  fuel_days: 'What fuel cost on a day.',
  file_imports: 'When public files were last read.',
  mot_deltas: 'Which of DVSA’s files of changes were read.',
} as const;

/** Tables of vehicles, whose rows are deleted unless another user has saved the vehicle. */
export const vehicleDataTables = ['vehicles', 'vehicle_fetches', 'vehicle_pictures'] as const;

/**
 * Deletes every row of a user and of their addresses, current and earlier, the user last; in the caller's transaction,
 * which has locked the user and written the retained records. Also deletes rows that identify the person only by id:
 * pending jobs, Stripe's events, and the stored record of a vehicle that no other user has saved. Audit rows are kept,
 * with ids.
 */
export const eraseAccount = async (em: EntityManager, account: ErasedAccount): Promise<void> => {
  const { userId } = account;
  const names = await identifiersOf(em, userId);
  const registrations = await registrationsOf(em, userId);
  for (const statement of Object.values(deleteStatementsOf(account, names))) {
    await sql`with ${personCte(userId, { proven: true })} ${statement}`.execute(tables(em));
  }
  await eraseVehicles(em, registrations);
};

/**
 * Returns the addresses by which limits and queued jobs, which have no dates, may identify the person: the current one,
 * and every earlier one that no one else has or has had since.
 */
export const unsharedAddressesOf = async (em: EntityManager, userId: string): Promise<string[]> => {
  const found = await sql<{ email: string }>`
    with ${personCte(userId, { proven: true })}
    select distinct email from addresses
    where not exists (select from users other where other.email = addresses.email and other.id <> ${userId})
      and not exists (
        select from email_changes theirs
        where theirs.old_email = addresses.email and theirs.user_id <> ${userId} and theirs.finished_at > addresses.until
          and num_nulls(theirs.old_confirmed_at, theirs.new_confirmed_at) = 0
      )
  `.execute(tables(em));
  return found.rows.map(({ email }) => email);
};

/** Returns every id by which a job, a mail or an event may identify the person: ours, and Stripe's. */
export const identifiersOf = async (em: EntityManager, userId: string): Promise<AccountIdentifiers> => {
  const found = await sql<{ ids: string[]; stripe: string[] }>`
    with ${personCte(userId, { proven: true })},
    own_customers as (select * from customers where user_id = ${userId}),
    own_subscriptions as (select * from subscriptions where user_id = ${userId}),
    own_sign_ups as (select * from sign_ups where ${isRowOfPerson('sign_ups')} and status <> 'open'),
    own_payments as (select * from payments where user_id = ${userId}),
    own_cancellations as (select * from cancellation_requests where ${isRowOfPerson('cancellation_requests')})
    select (select array_agg(distinct id::text) from (
      select ${userId}::uuid as id
      union all select id from own_customers
      union all select id from own_subscriptions
      union all select id from own_sign_ups
      union all select id from own_payments
      union all select id from own_cancellations
      union all select id from reports where customer_id in (select id from own_customers)
      union all select id from report_shares where report_id in (
        select id from reports where customer_id in (select id from own_customers)
      )
      union all select report_pdfs.id from report_pdfs join reports on reports.id = report_id
        where customer_id in (select id from own_customers)
      union all select id from full_checks where user_id = ${userId}
      union all select id from report_ready_mails where user_id = ${userId}
      union all select id from watch_events where user_id = ${userId}
      union all select id from reminders where user_id = ${userId}
      union all select id from sign_in_requests where user_id = ${userId}
      union all select id from password_resets where user_id = ${userId}
      union all select id from data_exports where user_id = ${userId}
      union all select id from phone_codes where user_id = ${userId}
      union all select id from email_changes where user_id = ${userId}
      union all select id from account_deletions where user_id = ${userId}
      union all select id from data_requests where ${isOfAddress('data_requests')}
      union all select id from cancellation_codes where ${isOfAddress('cancellation_codes')}
      union all select id from disputes where ${isRowOfPerson('disputes')}
      union all select id from contact_messages where ${isOfAddress('contact_messages')}
      union all select id from newsletter_subscriptions where ${isOfAddress('newsletter_subscriptions')}
      union all select id from mails where ${isOfAddress('mails')}
    ) ours) as ids,
    (select coalesce(array_agg(distinct id) filter (where id is not null), '{}') from (
      select unnest(array[stripe_customer_id, stripe_subscription_id]) as id from own_customers
      union all select stripe_subscription_id from own_subscriptions
      union all select unnest(array[stripe_customer_id, payment_intent_id, refund_id]) from own_sign_ups
      union all select unnest(array[stripe_payment_intent_id, stripe_invoice_id]) from own_payments
      union all select unnest(array[refund_id, stripe_subscription_id]) from own_cancellations
    ) theirs) as stripe
  `.execute(tables(em));
  const rows = found.rows[0]?.ids ?? [];
  const named = [...rows, ...(found.rows[0]?.stripe ?? [])];
  const further = await sql<{ id: string }>`
    select id::text as id from stripe_events where object_id = any (${named})
    union all select id::text from mails where subject_id = any (${rows}::uuid[])
    union all select id::text from texts where subject_id = any (${rows}::uuid[])
  `.execute(tables(em));
  return { rows, all: [...named, ...further.rows.map(({ id }) => id)] };
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

/**
 * Deletes the stored records of vehicles that no other user has saved; a user with a running fetch keeps its result.
 */
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
  await tables(em).deleteFrom('vehicle_pictures').where('registrationNumber', 'in', unsaved).execute();
};
