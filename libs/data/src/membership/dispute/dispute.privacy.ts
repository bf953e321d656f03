import { sql } from 'kysely';
import { isOfUserOrAddress } from '../../kernel/rows-of-person.ts';
import type { AggregatePrivacy } from '../../kernel/table-privacy.ts';

export const disputePrivacy = {
  disputes: {
    rows: isOfUserOrAddress('disputes', { email: 'email', at: 'created_at' }),
    title: 'What you told us is wrong in a report',
    columns: sql`registration_number as "registration", section, datum as "entry", value as "whatItSaid", source,
        fetched_at as "readAt", message, disputes.email as "emailAddress", created_at as "sentAt",
        answered_at as "answeredAt", answer as "ourAnswer"`,
    erase: 'rows',
    namedBy: ['id'],
    purge: {
      // One that was not sent to support yet is kept until it was.
      disputes: (before) => sql`created_at < ${before.toISOString()} and not exists (
        select from mails where subject_id = disputes.id and template = 'dispute' and sent_at is null
      )`,
    },
  },
} satisfies AggregatePrivacy;
