import type { EntityManager } from '@mikro-orm/postgresql';
import type { ContactEnquiry } from '@ve/contracts/http/contact';
import { sql } from 'kysely';
import { tables } from '../entities.ts';
import { addToOutbox } from '../outbox/outbox.repository.ts';

const aDay = 86_400_000;

/** Messages of one address that are taken within 24 hours. */
export const contactMessagesADay = 5;

export interface ContactMessageRow {
  id: string;
  name: string;
  email: string;
  message: string;
  registration: string | null;
  receivedAt: Date;
  supportMailedAt: Date | null;
  confirmationMailedAt: Date | null;
}

/**
 * Keeps an enquiry and queues the mail to support and the confirmation to its sender, all in one transaction.
 * `too-many`: five of that address came within 24 hours, and nothing was kept.
 */
export const receiveContactMessage = (
  em: EntityManager,
  enquiry: ContactEnquiry,
  { correlationId, now }: { correlationId: string; now: Date },
): Promise<'accepted' | 'too-many'> =>
  em.transactional(async (transaction) => {
    const { email } = enquiry;
    // Two at once must not both be the fifth.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`contact ${email}`}, 0))`.execute(tables(transaction));
    const recent = await sql<{ count: number }>`
      select count(*)::int as count from contact_messages
      where email = ${email} and received_at > ${new Date(now.getTime() - aDay).toISOString()}
    `.execute(tables(transaction));
    if ((recent.rows[0]?.count ?? 0) >= contactMessagesADay) return 'too-many';
    const { id: contactMessageId } = await tables(transaction)
      .insertInto('contact_messages')
      .values({
        name: enquiry.name,
        email,
        message: enquiry.message,
        registration: enquiry.registration ?? null,
        received_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addToOutbox(transaction, 'mails.contact-message', { contactMessageId, correlationId }, { now });
    await addToOutbox(transaction, 'mails.contact-confirmation', { contactMessageId, correlationId }, { now });
    return 'accepted';
  });

/** An enquiry by its id; null when there is none. */
export const findContactMessage = async (em: EntityManager, id: string): Promise<ContactMessageRow | null> => {
  const row = await tables(em).selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    message: row.message,
    registration: row.registration,
    receivedAt: row.received_at,
    supportMailedAt: row.support_mailed_at,
    confirmationMailedAt: row.confirmation_mailed_at,
  };
};

/** Notes that the mail server took one of the two mails of an enquiry. */
export const markContactMailed = async (
  em: EntityManager,
  id: string,
  mail: 'support' | 'confirmation',
  now: Date,
): Promise<void> => {
  await tables(em)
    .updateTable('contact_messages')
    .set(mail === 'support' ? { support_mailed_at: now } : { confirmation_mailed_at: now })
    .where('id', '=', id)
    .execute();
};

/**
 * Forgets enquiries received before `before` that support was sent, a thousand at a time; answers how many went. One
 * that never left is kept for a person to see to.
 */
export const forgetContactMessages = async (em: EntityManager, before: Date): Promise<number> => {
  const gone = await sql`
    delete from contact_messages where id in (
      select id from contact_messages
      where received_at < ${before.toISOString()} and support_mailed_at is not null limit 1000
    )
  `.execute(tables(em));
  return Number(gone.numAffectedRows ?? 0);
};
