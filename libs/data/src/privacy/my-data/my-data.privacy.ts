import { sql } from 'kysely';
import { isRowOfPersonAddressSql } from '../../kernel/rows-of-person.ts';
import { type AggregateTablePrivacy, deletedWithUserPrivacy, purgeRuleOlderThan } from '../../kernel/table-privacy.ts';

export const myDataTablePrivacy = {
  data_exports: {
    ...deletedWithUserPrivacy,
    title: 'Copies of your data',
    columns: sql`status, created_at as "askedForAt", finished_at as "finishedAt"`,
    omits: ['content'],
    namedBy: ['id'],
    purge: { exports: purgeRuleOlderThan('created_at') },
  },
  data_requests: {
    rows: isRowOfPersonAddressSql('data_requests', { email: 'email', at: 'created_at' }),
    title: 'Requests about your data without signing in',
    matchesAddress: true,
    columns: sql`data_requests.email as "emailAddress", created_at as "askedForAt"`,
    erase: 'rows',
    namedBy: ['id'],
    purge: { dataRequests: purgeRuleOlderThan('created_at') },
  },
  account_deletions: {
    ...deletedWithUserPrivacy,
    title: 'Requests to delete the account',
    columns: sql`requested_at as "askedForAt", confirmed_at as "confirmedAt"`,
    namedBy: ['id'],
    purge: { deletions: (before) => sql`requested_at < ${before.toISOString()} and confirmed_at is null` },
  },
} satisfies AggregateTablePrivacy;
