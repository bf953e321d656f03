import type { EntityManager } from '@mikro-orm/postgresql';
import type { ContactEnquiry } from '@ve/contracts/http/messaging/contact';
import type { AffiliateContentKind } from '@ve/contracts/http/messaging/affiliates';
import { caseDueAt } from '@ve/domain/messaging/contact/case-due';
import type { CaseKind } from '@ve/domain/messaging/contact/case-kinds';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { newCaseReference } from './case-reference.ts';

/** What is written by the contact form, or by the form of the affiliate programme: all kinds of cases but one. */
export type ContactMessageKind = Exclude<CaseKind, 'dispute'>;

/** A message of one of the forms. */
export type NewContactMessage = Omit<ContactEnquiry, 'kind'> &
  ({ kind?: ContactEnquiry['kind'] } | { kind: 'affiliate'; website: string; content: AffiliateContentKind });

export interface ContactMessageRow {
  id: string;
  name: string;
  email: string;
  message: string;
  registration: string | null;
  kind: ContactMessageKind;
  reference: string;
  state: 'received' | 'answered' | 'escalated' | 'closed';
  receivedAt: Date;
  dueAt: Date;
}

/** Serialises transactions that store enquiries of one address, until the caller's transaction ends. */
export const lockContactMessagesOfEmail = async (em: EntityManager, email: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contact ${email}`}, 0))`.execute(tables(em));
};

/** Counts enquiries of one address received after `since`. */
export const countContactMessagesOfEmail = async (em: EntityManager, email: string, since: Date): Promise<number> => {
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
): Promise<Pick<ContactMessageRow, 'kind' | 'reference' | 'receivedAt' | 'dueAt'> | null> => {
  if (idempotencyKey === undefined) return null;
  const found = await tables(em)
    .selectFrom('contact_messages')
    .select(['kind', 'reference', 'receivedAt', 'dueAt'])
    .where('email', '=', email)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();
  return found ?? null;
};

/** Stores a message; returns its id, its new reference and the time by which we promise an answer. */
export const addContactMessage = async (
  em: EntityManager,
  enquiry: NewContactMessage,
  now: Date,
): Promise<{ id: string; reference: string; dueAt: Date }> => {
  const { kind = 'enquiry' } = enquiry;
  const { website, content } = 'website' in enquiry ? enquiry : { website: null, content: null };
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
        reference: newCaseReference(),
        website,
        content,
        receivedAt: now,
        dueAt: caseDueAt(kind, now),
      })
      // The reference may collide with another one: a chance of one in tens of billions.
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .returning(['id', 'reference', 'dueAt'])
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
    dueAt: row.dueAt,
  };
};
