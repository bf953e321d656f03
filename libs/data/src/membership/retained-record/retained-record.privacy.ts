import {
  noPersonalDataPrivacy,
  type AggregateTablePrivacy,
  purgeRuleAfterRetainedUntil,
} from '../../kernel/table-privacy.ts';

export const retainedRecordTablePrivacy = {
  retained_records: {
    ...noPersonalDataPrivacy('What the law makes us keep, without what may identify a person.'),
    purge: { payments: purgeRuleAfterRetainedUntil('retained_until') },
  },
} satisfies AggregateTablePrivacy;
