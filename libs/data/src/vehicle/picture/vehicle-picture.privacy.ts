import { type AggregatePrivacy, retainedUntil } from '../../kernel/table-privacy.ts';

export const vehiclePicturePrivacy = {
  vehicle_pictures: {
    key: 'registration_number',
    notExported: 'The vendor’s pictures of models in their colours.',
    erase: { ofVehicle: 'registration_number' },
    purge: { pictures: retainedUntil('retained_until') },
    purgeBatchSize: 100,
  },
} satisfies AggregatePrivacy;
