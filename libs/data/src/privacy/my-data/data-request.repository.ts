import type { EntityManager } from '@mikro-orm/postgresql';
import type { DataErasure, PersonalData } from '@ve/contracts/http/privacy/data-requests';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

export interface PersonalDataRequestRow {
  id: string;
  email: string;
  createdAt: Date;
}

/** Records a request for the data held about an address, known or not; returns its id. */
export const addPersonalDataRequest = async (em: EntityManager, email: string, now: Date): Promise<string> => {
  const { id } = await tables(em)
    .insertInto('data_requests')
    .values({ email, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Returns a request by its id, or null when there is none. */
export const findPersonalDataRequest = async (em: EntityManager, id: string): Promise<PersonalDataRequestRow | null> =>
  (await rows(em).where('id', '=', id).executeTakeFirst()) ?? null;

/** Returns a request by the hash of its link's token, or null when there is none. */
export const findPersonalDataRequestByTokenHash = async (
  em: EntityManager,
  tokenHash: string,
): Promise<PersonalDataRequestRow | null> =>
  (await rows(em).where('tokenHash', '=', tokenHash).executeTakeFirst()) ?? null;

/** Stores the hash of the token of its link. */
export const setPersonalDataRequestToken = async (em: EntityManager, id: string, tokenHash: string): Promise<void> => {
  await tables(em).updateTable('data_requests').set({ tokenHash }).where('id', '=', id).execute();
};

/** Whether any data is held about an address: an account, the newsletter, an enquiry, a dispute or a sign-up. */
export const isEmailAddressKnown = async (em: EntityManager, email: string): Promise<boolean> => {
  const found = await sql<{ known: boolean }>`
    select exists (select from users where email = ${email})
      or exists (select from newsletter_subscriptions where email = ${email})
      or exists (select from contact_messages where email = ${email})
      or exists (select from disputes where email = ${email} and user_id is null)
      or exists (select from sign_ups where email = ${email})
      or exists (select from mail_opt_outs where email = ${email})
      or exists (select from mail_suppressions where email = ${email}) as known
  `.execute(tables(em));
  return found.rows[0]?.known === true;
};

const iso = (at: Date): string => at.toISOString();

/**
 * Returns the data held about an address outside of accounts; the owner of an account reads and deletes its data when
 * signed in.
 */
export const readPersonalDataOutsideAccounts = async (em: EntityManager, email: string): Promise<PersonalData> => {
  const db = tables(em);
  const account = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  const newsletter = await db
    .selectFrom('newsletter_subscriptions')
    .select(['requestedAt', 'confirmedAt'])
    .where('email', '=', email)
    .executeTakeFirst();
  const stops = await db
    .selectFrom('mail_opt_outs')
    .select(['stream', 'optedOutAt as stoppedAt'])
    .where('email', '=', email)
    .execute();
  const suppression = await db
    .selectFrom('mail_suppressions')
    .select('suppressedAt')
    .where('email', '=', email)
    .executeTakeFirst();
  const messages = await db
    .selectFrom('contact_messages')
    .selectAll()
    .where('email', '=', email)
    .orderBy('receivedAt', 'desc')
    .execute();
  const disputes = await db
    .selectFrom('disputes')
    .selectAll()
    .where('email', '=', email)
    .where('userId', 'is', null)
    .orderBy('createdAt', 'desc')
    .execute();
  const signUps = await db
    .selectFrom('sign_ups')
    .select(['registrationNumber', 'createdAt'])
    .where('email', '=', email)
    .where('userId', 'is', null)
    .orderBy('createdAt', 'desc')
    .execute();
  return {
    email,
    account: account !== undefined,
    newsletter: newsletter
      ? { requestedAt: iso(newsletter.requestedAt), confirmedAt: newsletter.confirmedAt?.toISOString() ?? null }
      : null,
    stops: stops.map((row) => ({ stream: row.stream, stoppedAt: iso(row.stoppedAt) })),
    suppressedAt: suppression?.suppressedAt.toISOString() ?? null,
    messages: messages.map((row) => ({
      kind: row.kind,
      reference: row.reference,
      name: row.name,
      registration: row.registration,
      message: row.message,
      receivedAt: iso(row.receivedAt),
      answered: row.state === 'answered' || row.state === 'closed',
    })),
    disputes: disputes.map((row) => ({
      registration: row.registrationNumber,
      datum: row.datum,
      message: row.message,
      createdAt: iso(row.createdAt),
    })),
    signUps: signUps.map((row) => ({ registration: row.registrationNumber, createdAt: iso(row.createdAt) })),
  };
};

type DeletedData = Omit<Extract<DataErasure, { outcome: 'erased' }>, 'outcome'> & { customers: (string | null)[] };

/**
 * Deletes the data held about an address outside of accounts: newsletter, enquiries, answered complaints, disputes,
 * opt-outs, suppression, ended sign-ups, searches for a membership and the records of mails, unless an account owns
 * them. A dispute sent while signed in belongs to that account, regardless of the address in it. An open complaint is
 * deleted when it is answered, and an unpaid form that can still be paid is kept until it has ended. Returns how many
 * entries were deleted, not counting records of mails and searches, how many of each are kept, and the Stripe customers
 * of the deleted sign-ups.
 */
export const deletePersonalDataOutsideAccounts = async (em: EntityManager, email: string): Promise<DeletedData> => {
  const db = tables(em);
  const own = await sql<{ id: string }>`
    delete from contact_messages where email = ${email} and not (kind = 'complaint' and state in ('received', 'escalated'))
    returning id::text
  `.execute(db);
  const disputes = await sql<{ id: string }>`
    delete from disputes where email = ${email} and user_id is null returning id::text
  `.execute(db);
  const complaints = await db
    .updateTable('contact_messages')
    .set({ eraseWhenAnswered: true })
    .where('email', '=', email)
    .executeTakeFirst();
  const newsletter = await db.deleteFrom('newsletter_subscriptions').where('email', '=', email).executeTakeFirst();
  const stops = await db.deleteFrom('mail_opt_outs').where('email', '=', email).executeTakeFirst();
  await db.deleteFrom('mail_suppressions').where('email', '=', email).execute();
  const signUps = await sql<{ customer: string | null }>`
    delete from sign_ups where email = ${email} and user_id is null and status in ('abandoned', 'returned')
    returning stripe_customer_id as customer
  `.execute(db);
  const deletedIds = [...own.rows, ...disputes.rows].map(({ id }) => id);
  await sql`
    delete from mails where subject_id = any (${deletedIds}::uuid[])
      or (recipient = ${email} and not exists (select from users where email = ${email}))
  `.execute(db);
  await sql`
    delete from cancellation_codes where email = ${email} and not exists (select from users where email = ${email})
  `.execute(db);
  await db.deleteFrom('data_requests').where('email', '=', email).execute();
  const payable = await sql<{ count: number }>`
    select count(*)::int as count from sign_ups where email = ${email} and user_id is null
  `.execute(db);
  return {
    deleted: deletedIds.length + Number(newsletter.numDeletedRows + stops.numDeletedRows) + signUps.rows.length,
    complaints: Number(complaints.numUpdatedRows),
    signUps: payable.rows[0]?.count ?? 0,
    customers: signUps.rows.map(({ customer }) => customer),
  };
};

const rows = (em: EntityManager) => tables(em).selectFrom('data_requests').select(['id', 'email', 'createdAt']);
