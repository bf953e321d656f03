import { defineEntity, p } from '@mikro-orm/postgresql';
import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import { instantColumn, registrationFormatCheck } from '../kernel/entity-columns.ts';

/** The latest record of a registration from the free sources. */
export const vehicleEntity = defineEntity({
  name: 'Vehicle',
  tableName: 'vehicles',
  properties: {
    registration: p.text().primary(),
    record: p.json<VehicleRecord>(),
    fetchedAt: instantColumn().index('vehicles_fetched_at_index'),
  },
  checks: [
    { name: 'vehicles_registration_check', expression: registrationFormatCheck('registration') },
    { name: 'vehicles_record_check', expression: `coalesce(record ->> 'registration', '') = registration` },
  ],
});
