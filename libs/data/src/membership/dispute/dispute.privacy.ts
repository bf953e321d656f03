import { sql } from 'kysely';
import { isRowOfUserOrAddressSql } from '../../kernel/rows-of-person.ts';
import type { AggregateTablePrivacy } from '../../kernel/table-privacy.ts';

export const dataDisputeTablePrivacy = {
  disputes: {
    rows: isRowOfUserOrAddressSql('disputes', { email: 'email', at: 'created_at' }),
    title: 'What you told us is wrong in a report',
    columns: sql`reference, registration_number as "registration", section, datum as "entry", value as "whatItSaid", source,
        fetched_at as "readAt", message, disputes.email as "emailAddress", created_at as "sentAt",
        due_at as "answerPromisedBy", closed_at as "closedAt", answered_at as "answeredAt", answer as "ourAnswer"`,
    erase: 'rows',
    namedBy: ['id'],
    purge: {
      disputes: (before) => sql`created_at < ${before.toISOString()}`,
    },
  },
} satisfies AggregateTablePrivacy;
