import { noPersonalDataPrivacy, type AggregateTablePrivacy, purgeOlderThan } from '../../kernel/table-privacy.ts';

export const releaseHealthPrivacy = {
  release_failures: {
    key: 'name, version, visitor_hash, kind, day',
    ...noPersonalDataPrivacy(
      'That a version of a page failed, by a keyed hash of a random number that is linked to no account.',
    ),
    purge: { releaseFailures: purgeOlderThan('occurred_at') },
  },
  release_loads: {
    key: 'name, version, channel, hour',
    ...noPersonalDataPrivacy('How often each version of the pages was sent.'),
    purge: { releaseFigures: purgeOlderThan('hour') },
  },
  release_vitals: {
    key: 'name, version, metric, hour, bucket',
    ...noPersonalDataPrivacy('How fast each version of the pages was.'),
    purge: { releaseFigures: purgeOlderThan('hour') },
  },
} satisfies AggregateTablePrivacy;
