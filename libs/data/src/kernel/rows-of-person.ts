import { type RawBuilder, sql } from 'kysely';

/**
 * The common table expressions `person` (one row: the account with its customer) and `addresses`, each with the period
 * in which it belonged to the person, because two accounts may have had the same address one after the other. `proven`:
 * the current address counts even if the account has not confirmed it, because the request came from a mailed link;
 * otherwise an unconfirmed address may belong to another person.
 */
export const personCteSql = (userId: string, { proven }: { proven: boolean }): RawBuilder<unknown> => sql`
  person as materialized (
    select users.id as user_id, users.email, users.email_verified_at, customers.id as customer_id,
      customers.stripe_customer_id, customers.stripe_subscription_id
    from users left join customers on customers.user_id = users.id where users.id = ${userId}
  ), own_addresses as (
    select email, 'infinity'::timestamptz as until from person where ${proven}::boolean or email_verified_at is not null
    union all
    select old_email, finished_at from email_changes
    where user_id = (select user_id from person) and finished_at is not null
      and num_nulls(old_confirmed_at, new_confirmed_at) = 0
  ), addresses as materialized (
    select own.email, own.until, coalesce((
      select max(theirs.finished_at) from email_changes theirs
      where theirs.old_email = own.email and theirs.user_id <> ${userId} and theirs.finished_at < own.until
        and num_nulls(theirs.old_confirmed_at, theirs.new_confirmed_at) = 0
    ), '-infinity'::timestamptz) as since
    from own_addresses own
  )`;

/** Within `personCteSql`: whether a row has the person as its user. */
export const isRowOfUserSql: RawBuilder<boolean> = sql<boolean>`user_id = (select user_id from person)`;

/** Within `personCteSql`: the number that the person has confirmed; an unconfirmed one may belong to another person. */
export const confirmedPhoneNumberSql: RawBuilder<unknown> = sql`
  select phone_number from customers
  where user_id = (select user_id from person) and phone_confirmed_at is not null`;

/** The columns by which a row without a user belongs to a person: its address, and when it was the row's. */
export interface PersonAddressColumns {
  email: string;
  at: string;
}

/** Within `personCteSql`: whether a row of a table without a user column belongs to the person. */
export const isRowOfPersonAddressSql = (
  table: string,
  { email, at }: PersonAddressColumns,
): RawBuilder<boolean> => sql<boolean>`exists (
    select from addresses where addresses.email = ${sql.ref(`${table}.${email}`)}
      and ${sql.ref(`${table}.${at}`)} > addresses.since and ${sql.ref(`${table}.${at}`)} <= addresses.until
  )`;

/**
 * Within `personCteSql`: whether a row belongs to the person, in a table of which some rows have a user, and others
 * only an address. A row with a user belongs to that user, regardless of its address.
 */
export const isRowOfUserOrAddressSql = (
  table: string,
  { email, at }: PersonAddressColumns,
): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${table}.id`)} in (
    select own.id from ${sql.table(table)} own where own.user_id = (select user_id from person)
    union all
    select own.id from ${sql.table(table)} own join addresses on addresses.email = ${sql.ref(`own.${email}`)}
    where own.user_id is null and ${sql.ref(`own.${at}`)} > addresses.since and ${sql.ref(`own.${at}`)} <= addresses.until
  )`;
