import { sql } from 'kysely';
import { noPersonalData, type AggregatePrivacy, retainedUntil, olderThan } from '../../kernel/table-privacy.ts';

export const limitPrivacy = {
  token_buckets: {
    key: 'key',
    notExported: 'Counters for a few hours by a keyed hash, from which no address can be found.',
    erase: { where: ({ userId, limitKeys }) => sql`split_part(key, ':', 2) = any (${[userId, ...limitKeys]})` },
    purge: { networkHashes: retainedUntil('full_at') },
  },
  vendor_call_counts: {
    key: 'vendor, minute',
    ...noPersonalData('Calls to our sources in a minute.'),
    purge: { sourceCalls: olderThan('minute') },
  },
} satisfies AggregatePrivacy;
