import { noPersonalDataPrivacy, type AggregateTablePrivacy, purgeRuleOlderThan } from '../../kernel/table-privacy.ts';

export const releaseHealthTablePrivacy = {
  release_failures: {
    key: 'name, version, visitor_hash, kind, day',
    ...noPersonalDataPrivacy(
      'That a version of a page failed, by a keyed hash of a random number that is linked to no account.',
    ),
    purge: { releaseFailures: purgeRuleOlderThan('occurred_at') },
  },
  release_loads: {
    key: 'name, version, channel, hour',
    ...noPersonalDataPrivacy('How often each version of the pages was sent.'),
    purge: { releaseFigures: purgeRuleOlderThan('hour') },
  },
  release_vitals: {
    key: 'name, version, metric, hour, bucket',
    ...noPersonalDataPrivacy('How fast each version of the pages was.'),
    purge: { releaseFigures: purgeRuleOlderThan('hour') },
  },
  route_vitals: {
    key: 'day, route, name, version, channel, metric, bucket',
    ...noPersonalDataPrivacy('How fast each page was on a day.'),
    purge: { releaseFigures: purgeRuleOlderThan('day') },
  },
} satisfies AggregateTablePrivacy;
