import { sql } from 'kysely';
import { isRowOfPersonAddressSql } from '../../kernel/rows-of-person.ts';
import type { AggregateTablePrivacy } from '../../kernel/table-privacy.ts';

export const contactMessageTablePrivacy = {
  contact_messages: {
    rows: isRowOfPersonAddressSql('contact_messages', { email: 'email', at: 'received_at' }),
    title: 'Enquiries, complaints and affiliate applications',
    matchesAddress: true,
    columns: sql`kind, reference, name, website, content, contact_messages.email as "emailAddress", registration, message, state,
        received_at as "receivedAt", due_at as "answerPromisedBy", answered_at as "answeredAt",
        closed_at as "closedAt", answer as "ourAnswer", escalated_at as "passedOnAt",
        erase_when_answered as "deletedOnceAnswered"`,
    erase: 'rows',
    namedBy: ['id'],
    purge: {
      enquiries: (before) => sql`received_at < ${before.toISOString()}`,
    },
  },
} satisfies AggregateTablePrivacy;
