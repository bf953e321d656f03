import { sql } from 'kysely';
import { isRowOfPersonAddress } from '../../kernel/rows-of-person.ts';
import { type AggregatePrivacy, deletedWithUser, olderThan } from '../../kernel/table-privacy.ts';

export const myDataPrivacy = {
  data_exports: {
    ...deletedWithUser,
    title: 'Copies of your data',
    columns: sql`status, created_at as "askedForAt", finished_at as "finishedAt"`,
    omits: ['content'],
    namedBy: ['id'],
    purge: { exports: olderThan('created_at') },
  },
  data_requests: {
    rows: isRowOfPersonAddress('data_requests', { email: 'email', at: 'created_at' }),
    title: 'Requests about your data without signing in',
    matchesAddress: true,
    columns: sql`data_requests.email as "emailAddress", created_at as "askedForAt"`,
    erase: 'rows',
    namedBy: ['id'],
    purge: { dataRequests: olderThan('created_at') },
  },
  account_deletions: {
    ...deletedWithUser,
    title: 'Requests to delete the account',
    columns: sql`requested_at as "askedForAt", confirmed_at as "confirmedAt"`,
    namedBy: ['id'],
    purge: { deletions: (before) => sql`requested_at < ${before.toISOString()} and confirmed_at is null` },
  },
} satisfies AggregatePrivacy;
