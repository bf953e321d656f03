import { ordinaryVehicleRecord } from '@ve/domain/testing/ordinary-vehicle-record';
import pg from 'pg';

const registration = 'AB12CDE';

/** The look-up of the vehicle that `insertReadVehicle` stores. */
export const readPath = `/api/vehicle-lookup?reg=${registration}`;

/** Stores a record of that time, which a look-up is answered from while it is fresh. */
export async function insertReadVehicle(databaseUrl: string, fetchedAt = new Date()): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const record = {
    ...ordinaryVehicleRecord(fetchedAt.toISOString().slice(0, 10)),
    registration,
    fetchedAt: fetchedAt.toISOString(),
  };
  await client.query('insert into vehicles (registration, record, fetched_at) values ($1, $2, $3)', [
    registration,
    JSON.stringify(record),
    fetchedAt,
  ]);
  await client.end();
}
