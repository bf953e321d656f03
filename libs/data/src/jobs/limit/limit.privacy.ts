import { sql } from 'kysely';
import {
  noPersonalDataPrivacy,
  type AggregateTablePrivacy,
  purgeRuleAfterRetainedUntil,
  purgeRuleOlderThan,
} from '../../kernel/table-privacy.ts';

export const rateLimitTablePrivacy = {
  token_buckets: {
    key: 'key',
    notExported: 'Counters for a few hours by a keyed hash, from which no address can be found.',
    erase: { where: ({ userId, limitKeys }) => sql`split_part(key, ':', 2) = any (${[userId, ...limitKeys]})` },
    purge: { networkHashes: purgeRuleAfterRetainedUntil('full_at') },
  },
  vendor_call_counts: {
    key: 'vendor, minute',
    ...noPersonalDataPrivacy('Calls to our sources in a minute.'),
    purge: { sourceCalls: purgeRuleOlderThan('minute') },
  },
} satisfies AggregateTablePrivacy;
