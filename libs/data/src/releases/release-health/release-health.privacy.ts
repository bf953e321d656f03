import { noPersonalData, type AggregatePrivacy, olderThan } from '../../kernel/table-privacy.ts';

export const releaseHealthPrivacy = {
  release_failures: {
    key: 'name, version, visitor_hash, kind, day',
    ...noPersonalData(
      'That a version of a page failed, by a keyed hash of a random number that is linked to no account.',
    ),
    purge: { releaseFailures: olderThan('occurred_at') },
  },
  release_loads: {
    key: 'name, version, channel, hour',
    ...noPersonalData('How often each version of the pages was sent.'),
    purge: { releaseFigures: olderThan('hour') },
  },
  release_vitals: {
    key: 'name, version, metric, hour, bucket',
    ...noPersonalData('How fast each version of the pages was.'),
    purge: { releaseFigures: olderThan('hour') },
  },
} satisfies AggregatePrivacy;
