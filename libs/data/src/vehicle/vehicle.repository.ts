import type { EntityManager } from '@mikro-orm/postgresql';
import { vehicleRecordSchema, type VehicleRecord } from '@ve/contracts/vehicle-record';
import { sql } from 'kysely';
import { tables } from '../entities.ts';

const fiveMinutes = 300_000;
const halfAMinute = 30_000;

/** The newest that the free sources said of a registration, or null if they were never asked. */
export const findVehicle = async (
  em: EntityManager,
  registration: string,
): Promise<{ record: VehicleRecord; fetchedAt: Date } | null> => {
  const row = await em
    .getKysely<{ vehicles: { registration: string; record: VehicleRecord; fetched_at: string } }>()
    .selectFrom('vehicles')
    .select(['record', 'fetched_at'])
    .where('registration', '=', registration)
    .executeTakeFirst();
  return row ? { record: row.record, fetchedAt: new Date(row.fetched_at) } : null;
};

/**
 * Stores what the sources said, unless something newer is stored already.
 * @throws ZodError when the record is not what `contracts/vehicle-record` says
 */
export const saveVehicle = async (em: EntityManager, record: VehicleRecord): Promise<void> => {
  const checked = vehicleRecordSchema.parse(record);
  await tables(em)
    .insertInto('vehicles')
    .values({ registration: checked.registration, record: checked, fetched_at: new Date(checked.fetchedAt) })
    .onConflict((conflict) =>
      conflict
        .column('registration')
        .doUpdateSet({ record: sql`excluded.record`, fetched_at: sql`excluded.fetched_at` })
        .whereRef('vehicles.fetched_at', '<=', 'excluded.fetched_at'),
    )
    .execute();
};

/**
 * Whether a stored record may be shown without asking again: for five minutes when every source answered
 * (specification section 7), for thirty seconds when one was unavailable.
 */
export const isFresh = (record: VehicleRecord, fetchedAt: Date, now: Date): boolean => {
  const complete = [record.licensing, record.testing, record.specification].every(
    (section) => section.state !== 'unavailable',
  );
  return now.getTime() - fetchedAt.getTime() < (complete ? fiveMinutes : halfAMinute);
};
