import {
  noPersonalDataPrivacy,
  type AggregateTablePrivacy,
  purgeAfterRetainedUntil,
} from '../../kernel/table-privacy.ts';

export const retainedRecordPrivacy = {
  retained_records: {
    ...noPersonalDataPrivacy('What the law makes us keep, without what may identify a person.'),
    purge: { payments: purgeAfterRetainedUntil('retained_until') },
  },
} satisfies AggregateTablePrivacy;
