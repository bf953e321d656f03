import { sql } from 'kysely';
import type { AggregateTablePrivacy } from '../kernel/table-privacy.ts';

export const vehicleTablePrivacy = {
  vehicles: {
    key: 'registration',
    notExported: 'What the sources say of vehicles.',
    erase: { ofVehicle: 'registration' },
    purge: {
      // A record is kept while a saved report, a running membership, a fetch or full check in progress or a pending
      // e-mail may need it.
      vehicles: (before) => sql`fetched_at < ${before.toISOString()}
        and not exists (select from reports where registration_number = vehicles.registration)
        and not exists (
          select from subscriptions
          where registration_number = vehicles.registration and status not in ('canceled', 'incomplete_expired')
        )
        and not exists (
          select from vehicle_fetches ask
          where ask.registration = vehicles.registration and status in ('queued', 'running')
        )
        and not exists (
          select from full_checks
          where registration_number = vehicles.registration
            and (status in ('queued', 'running') or retry_at is not null)
        )
        and not exists (select from report_ready_mails where registration_number = vehicles.registration)`,
    },
  },
} satisfies AggregateTablePrivacy;
