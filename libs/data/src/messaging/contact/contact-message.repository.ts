import type { EntityManager } from '@mikro-orm/postgresql';
import type { ContactEnquiry, EnquiryKind } from '@ve/contracts/http/messaging/contact';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { newComplaintReference } from './complaint-reference.ts';

export interface ContactMessageRow {
  id: string;
  name: string;
  email: string;
  message: string;
  registration: string | null;
  kind: EnquiryKind;
  /** Set for a complaint. */
  reference: string | null;
  state: 'received' | 'answered' | 'escalated';
  receivedAt: Date;
}

/** Serialises transactions that store enquiries of one address, until the caller's transaction ends. */
export const lockContactAddress = async (em: EntityManager, email: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contact ${email}`}, 0))`.execute(tables(em));
};

/** Counts enquiries of one address received after `since`. */
export const countContactMessages = async (em: EntityManager, email: string, since: Date): Promise<number> => {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from contact_messages
    where email = ${email} and received_at > ${since.toISOString()}
  `.execute(tables(em));
  return counted.rows[0]?.count ?? 0;
};

/** Returns the enquiry that an address sent with an idempotency key, or null when there is none. */
export const findContactMessageByKey = async (
  em: EntityManager,
  { email, idempotencyKey }: Pick<ContactEnquiry, 'email' | 'idempotencyKey'>,
): Promise<Pick<ContactMessageRow, 'reference' | 'receivedAt'> | null> => {
  if (idempotencyKey === undefined) return null;
  const found = await tables(em)
    .selectFrom('contact_messages')
    .select(['reference', 'receivedAt'])
    .where('email', '=', email)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();
  return found ?? null;
};

/** Stores an enquiry; returns its id, and the new reference of a complaint. */
export const addContactMessage = async (
  em: EntityManager,
  enquiry: ContactEnquiry,
  now: Date,
): Promise<{ id: string; reference: string | null }> => {
  const { kind = 'enquiry' } = enquiry;
  for (;;) {
    const added = await tables(em)
      .insertInto('contact_messages')
      .values({
        name: enquiry.name,
        email: enquiry.email,
        message: enquiry.message,
        registration: enquiry.registration ?? null,
        idempotencyKey: enquiry.idempotencyKey ?? null,
        kind,
        reference: kind === 'complaint' ? newComplaintReference() : null,
        receivedAt: now,
      })
      // The reference may collide with another one: a chance of one in tens of billions.
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .returning(['id', 'reference'])
      .executeTakeFirst();
    if (added) return added;
  }
};

/** Returns an enquiry by its id, or null when there is none. */
export const findContactMessage = async (em: EntityManager, id: string): Promise<ContactMessageRow | null> => {
  const row = await tables(em).selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    message: row.message,
    registration: row.registration,
    kind: row.kind,
    reference: row.reference,
    state: row.state,
    receivedAt: row.receivedAt,
  };
};
