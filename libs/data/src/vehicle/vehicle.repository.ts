import type { EntityManager } from '@mikro-orm/postgresql';
import { vehicleRecordSchema, type VehicleRecord } from '@ve/contracts/vehicle-record';
import { maxVehicleRecordFreshnessMs } from '@ve/domain/vehicle/record/freshness';
import { sql } from 'kysely';
import { tables } from '../entities.ts';
import { runPreparedRead, type PreparedStatement } from '../kernel/prepared-statement.ts';

const fetchedAtMs = '(extract(epoch from fetched_at) * 1000)::float8 as fetched_at';

const readVehicle: PreparedStatement = {
  name: 'vehicle',
  text: `select record, ${fetchedAtMs} from vehicles where registration = $1`,
};

/** Returns the latest record of a registration from the free sources, or null if it was never fetched. */
export const findVehicleRecord = async (
  em: EntityManager,
  registration: string,
): Promise<{ record: VehicleRecord; fetchedAt: Date } | null> => {
  const [row] = await runPreparedRead<{ record: VehicleRecord; fetched_at: number }>(em, readVehicle, [registration]);
  return row ? { record: row.record, fetchedAt: new Date(row.fetched_at) } : null;
};

/** DVLA's section of a record, with the model and the time of the fetch. */
export interface LicensingRecord extends Pick<VehicleRecord, 'registration' | 'licensing'> {
  /** The model from DVSA, else from the specification. */
  model: string | null;
  testing: { state: VehicleRecord['testing']['state'] };
  specification: { state: VehicleRecord['specification']['state'] };
}

interface LicensingRow {
  licensing: VehicleRecord['licensing'];
  model: string | null;
  testing: LicensingRecord['testing']['state'];
  specification: LicensingRecord['specification']['state'];
  fetched_at: number;
}

/** The statement of `findLicensingRecord`. */
export const findLicensingRecordStatement: PreparedStatement = {
  name: 'vehicle-licensing',
  text: `
    select record -> 'licensing' as licensing,
      coalesce(record #>> '{testing,data,model}', record #>> '{specification,data,model}') as model,
      record #>> '{testing,state}' as testing, record #>> '{specification,state}' as specification,
      ${fetchedAtMs}
    from vehicles where registration = $1
  `,
};

/** Returns the licensing section of `findVehicleRecord`, for the look-up, without the rest of the record. */
export const findLicensingRecord = async (
  em: EntityManager,
  registration: string,
): Promise<{ record: LicensingRecord; fetchedAt: Date } | null> => {
  const [row] = await runPreparedRead<LicensingRow>(em, findLicensingRecordStatement, [registration]);
  if (!row) return null;
  const { licensing, model } = row;
  return {
    record: {
      registration,
      licensing,
      model,
      testing: { state: row.testing },
      specification: { state: row.specification },
    },
    fetchedAt: new Date(row.fetched_at),
  };
};

/**
 * Stores a record, unless a newer one is stored already. A record that is newer by more than the duration of a fetch
 * was stored before the clock was set back, and is replaced. Returns whether it was stored.
 * @throws ZodError when the record does not match `contracts/vehicle-record`; RangeError when a source is still
 *   requested
 */
export const saveVehicleRecordIfNewer = async (em: EntityManager, record: VehicleRecord): Promise<boolean> => {
  const checked = vehicleRecordSchema.parse(record);
  if ([checked.licensing, checked.testing, checked.specification].some(({ state }) => state === 'asking')) {
    throw new RangeError('A record is stored when all its sources have answered');
  }
  const { numInsertedOrUpdatedRows: stored } = await tables(em)
    .insertInto('vehicles')
    .values({ registration: checked.registration, record: checked, fetchedAt: new Date(checked.fetchedAt) })
    .onConflict((conflict) =>
      conflict
        .column('registration')
        .doUpdateSet({ record: sql`excluded.record`, fetchedAt: sql`excluded.fetched_at` })
        .where(
          sql<boolean>`vehicles.fetched_at not between excluded.fetched_at + interval '1 microsecond'
            and excluded.fetched_at + ${maxVehicleRecordFreshnessMs} * interval '1 millisecond'`,
        ),
    )
    .executeTakeFirst();
  return Boolean(stored);
};

/**
 * Stores the specification from a monitor check at UK Vehicle Data in the record of a vehicle that has one, in the
 * caller's transaction, unless a newer one is stored. The other sections, and the time of the fetch, are unchanged.
 * Returns the record if it changed.
 */
export const storeVehicleSpecification = async (
  em: EntityManager,
  registration: string,
  section: Extract<VehicleRecord['specification'], { state: 'found' }>,
): Promise<VehicleRecord | null> => {
  const changed = await sql<{ record: VehicleRecord }>`
    update vehicles set record = jsonb_set(record, '{specification}', ${JSON.stringify(section)}::jsonb)
    where registration = ${registration} and (
      record #>> '{specification,state}' <> 'found'
        or (record #>> '{specification,at}')::timestamptz < ${section.at}::timestamptz
    )
    returning record
  `.execute(tables(em));
  return changed.rows[0]?.record ?? null;
};
