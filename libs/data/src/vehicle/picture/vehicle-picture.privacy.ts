import { type AggregateTablePrivacy, purgeAfterRetainedUntil } from '../../kernel/table-privacy.ts';

export const vehiclePicturePrivacy = {
  vehicle_pictures: {
    key: 'registration_number',
    notExported: 'The vendor’s pictures of models in their colours.',
    erase: { ofVehicle: 'registration_number' },
    purge: { pictures: purgeAfterRetainedUntil('retained_until') },
    purgeBatchSize: 100,
  },
} satisfies AggregateTablePrivacy;
