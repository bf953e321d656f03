import { ordinaryVehicleRecord } from '@ve/domain/testing/ordinary-vehicle-record';
import pg from 'pg';

const registration = 'AB12CDE';

/** The look-up of the vehicle that `insertReadVehicle` stores. */
export const readPath = `/api/vehicle-lookup?reg=${registration}`;

/** Stores a fresh record, which a look-up is answered from. */
export async function insertReadVehicle(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const now = new Date();
  const record = {
    ...ordinaryVehicleRecord(now.toISOString().slice(0, 10)),
    registration,
    fetchedAt: now.toISOString(),
  };
  await client.query('insert into vehicles (registration, record, fetched_at) values ($1, $2, $3)', [
    registration,
    JSON.stringify(record),
    now,
  ]);
  await client.end();
}
