import { sql } from 'kysely';
import { type AggregateTablePrivacy, deletedWithUserPrivacy } from '../../kernel/table-privacy.ts';

export const emailChangeTablePrivacy = {
  email_changes: {
    ...deletedWithUserPrivacy,
    title: 'Changes of the e-mail address',
    columns: sql`old_email as "from", new_email as "to", created_at as "askedForAt",
        old_confirmed_at as "confirmedByOldAddressAt", new_confirmed_at as "confirmedByNewAddressAt",
        finished_at as "endedAt"`,
    namedBy: ['id'],
    purge: {
      // A completed change is kept with its account, because the account's earlier mails are found by it.
      emailChanges: (before) => sql`created_at < ${before.toISOString()}
        and num_nulls(old_confirmed_at, new_confirmed_at, finished_at) > 0`,
    },
  },
} satisfies AggregateTablePrivacy;
