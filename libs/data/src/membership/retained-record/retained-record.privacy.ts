import { noPersonalData, type AggregatePrivacy, retainedUntil } from '../../kernel/table-privacy.ts';

export const retainedRecordPrivacy = {
  retained_records: {
    ...noPersonalData('What the law makes us keep, without what may identify a person.'),
    purge: { payments: retainedUntil('retained_until') },
  },
} satisfies AggregatePrivacy;
