import { type AggregateTablePrivacy, purgeRuleAfterRetainedUntil } from '../../kernel/table-privacy.ts';

export const vehiclePictureTablePrivacy = {
  vehicle_pictures: {
    key: 'registration_number',
    notExported: 'The vendor’s pictures of models in their colours.',
    erase: { ofVehicle: 'registration_number' },
    purge: { pictures: purgeRuleAfterRetainedUntil('retained_until') },
    purgeBatchSize: 100,
  },
} satisfies AggregateTablePrivacy;
