import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';
import { personCteSql } from '../../kernel/rows-of-person.ts';
import type { SqlCondition, ErasedAccount, TablePrivacy } from '../../kernel/table-privacy.ts';
import { tablePrivacyEntries } from '../../table-privacy.ts';

/**
 * Deletes every row of a user and of their addresses, current and earlier, the user last; in the caller's transaction,
 * which has locked the user and written the retained records. Also deletes rows that identify the person only by id:
 * pending jobs, Stripe's events, and the stored record of a vehicle that no other user has saved. Audit rows are kept,
 * with ids.
 */
export const eraseAccount = async (
  em: EntityManager,
  by: Pick<ErasedAccount, 'userId' | 'limitKeys'>,
): Promise<void> => {
  const account = { ...by, ...(await accountIdentifiersOf(em, by.userId)) };
  const registrations = await registrationsOf(em, by.userId);
  for (const [table, privacy] of tablePrivacyEntries.toReversed()) {
    const erased = erasedRows(privacy, account);
    if (erased === null) continue;
    await sql`
      with ${personCteSql(by.userId, { proven: true })} delete from ${sql.table(table)} where ${erased}
    `.execute(tables(em));
  }
  await eraseVehicles(em, registrations);
};

/** Within `personCteSql`: the rows of a table that the deletion of the account deletes; null when there are none. */
const erasedRows = (privacy: TablePrivacy, account: ErasedAccount): SqlCondition | null => {
  const { erase } = privacy;
  if (erase === 'rows' || 'only' in erase) return endedRows(privacy) ?? null;
  return 'where' in erase ? erase.where(account) : null;
};

/** Within `personCteSql`: the person's rows of a table without those that their erasure leaves. */
const endedRows = ({ rows, erase }: TablePrivacy): SqlCondition | undefined =>
  typeof erase === 'object' && 'only' in erase ? sql`${rows} and ${erase.only}` : rows;

/**
 * Returns the addresses by which limits and queued jobs, which have no dates, may identify the person: the current one,
 * and every earlier one that no one else has or has had since.
 */
export const unsharedAddressesOf = async (em: EntityManager, userId: string): Promise<string[]> => {
  const found = await sql<{ email: string }>`
    with ${personCteSql(userId, { proven: true })}
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
export const accountIdentifiersOf = async (
  em: EntityManager,
  userId: string,
): Promise<Pick<ErasedAccount, 'rows' | 'all'>> => {
  const ours: RawBuilder<unknown>[] = [];
  const theirs: RawBuilder<unknown>[] = [];
  for (const [table, privacy] of tablePrivacyEntries) {
    const [id, ...atStripe] = privacy.namedBy ?? [];
    if (id === undefined) continue;
    const named = endedRows(privacy);
    ours.push(sql`select ${sql.ref(id)} as id from ${sql.table(table)} where ${named}`);
    if (atStripe.length === 0) continue;
    const columns = sql.join(atStripe.map((column) => sql.ref(column)));
    theirs.push(sql`select unnest(array[${columns}]) as id from ${sql.table(table)} where ${named}`);
  }
  const found = await sql<{ ids: string[]; stripe: string[] }>`
    with ${personCteSql(userId, { proven: true })}
    select (select array_agg(distinct id::text) from (${sql.join(ours, sql` union all `)}) ours) as ids,
      (select coalesce(array_agg(distinct id) filter (where id is not null), '{}') from (
        ${sql.join(theirs, sql` union all `)}
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
  for (const [table, { erase }] of tablePrivacyEntries) {
    if (typeof erase === 'string' || !('ofVehicle' in erase)) continue;
    await sql`
      delete from ${sql.table(table)} where ${sql.ref(erase.ofVehicle)} = any (${unsaved})
    `.execute(tables(em));
  }
};
