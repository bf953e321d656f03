import { sql } from 'kysely';
import { isRowOfPersonAddress } from '../../kernel/rows-of-person.ts';
import type { AggregatePrivacy } from '../../kernel/table-privacy.ts';

export const contactMessagePrivacy = {
  contact_messages: {
    rows: isRowOfPersonAddress('contact_messages', { email: 'email', at: 'received_at' }),
    title: 'Enquiries and complaints',
    matchesAddress: true,
    columns: sql`kind, reference, name, contact_messages.email as "emailAddress", registration, message, state,
        received_at as "receivedAt", answered_at as "answeredAt", answer as "ourAnswer", escalated_at as "passedOnAt",
        erase_when_answered as "deletedOnceAnswered"`,
    erase: 'rows',
    namedBy: ['id'],
    purge: {
      // One that was not sent to support yet is kept until it was.
      enquiries: (before) => sql`received_at < ${before.toISOString()} and not exists (
        select from mails
        where subject_id = contact_messages.id and template = 'contact-message' and sent_at is null
      )`,
    },
  },
} satisfies AggregatePrivacy;
