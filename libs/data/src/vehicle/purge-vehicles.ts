import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../entities.ts';

/**
 * Purges the records of vehicles that were not requested since `before`, up to a thousand at a time; returns how many.
 * A record is kept while a saved report, a running membership, a fetch or full check in progress or a pending e-mail
 * may need it.
 */
export const purgeVehicles = async (em: EntityManager, before: Date): Promise<number> => {
  const deleted = await sql`
    delete from vehicles where registration in (
      select registration from vehicles vehicle
      where fetched_at < ${before.toISOString()}
        and not exists (select from reports where registration_number = vehicle.registration)
        and not exists (
          select from subscriptions
          where registration_number = vehicle.registration and status not in ('canceled', 'incomplete_expired')
        )
        and not exists (
          select from vehicle_fetches ask
          where ask.registration = vehicle.registration and status in ('queued', 'running')
        )
        and not exists (
          select from full_checks
          where registration_number = vehicle.registration
            and (status in ('queued', 'running') or retry_at is not null)
        )
        and not exists (select from report_ready_mails where registration_number = vehicle.registration)
      limit 1000
      for update of vehicle skip locked
    )
  `.execute(tables(em));
  return Number(deleted.numAffectedRows ?? 0);
};
