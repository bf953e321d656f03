import { noPersonalData, type AggregatePrivacy, retainedUntil } from '../../kernel/table-privacy.ts';

export const retainedRecordPrivacy = {
  retained_records: {
    ...noPersonalData('What the law makes us keep, without anything by which somebody could be found.'),
    purge: { payments: retainedUntil('kept_until') },
  },
} satisfies AggregatePrivacy;
