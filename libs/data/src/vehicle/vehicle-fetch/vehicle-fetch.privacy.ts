import { sql } from 'kysely';
import type { AggregateTablePrivacy } from '../../kernel/table-privacy.ts';

export const vehicleFetchTablePrivacy = {
  vehicle_fetches: {
    notExported:
      'Look-ups of vehicles, without the person who asked; the hash of the network address is deleted when they end.',
    erase: { ofVehicle: 'registration' },
    purge: {
      fetches: (before) => sql`requested_at < ${before.toISOString()} and status = 'done'`,
      networkHashes: { otherwise: 'When the fetch ends.' },
    },
  },
} satisfies AggregateTablePrivacy;
