import { defineEntity, p } from '@mikro-orm/postgresql';
import type { VehicleFetchStep } from '@ve/contracts/http/vehicle/vehicle-data';
import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import {
  instantColumn,
  registrationFormatCheck,
  tokenHashFormatCheck,
  uuidPrimaryKey,
} from '../../kernel/entity-columns.ts';

export type VehicleFetchStatus = 'queued' | 'running' | 'done';
export type VehicleFetchOutcome = 'found' | 'not-found' | 'unavailable';
/**
 * The progress of the fetch by source. An object rather than an array, so that three sources can update their own
 * member concurrently.
 */
export type VehicleFetchSteps = Record<VehicleFetchStep['source'], VehicleFetchStep['state']>;

/** The sections of sources that have responded so far. */
export type VehicleFetchSections = Partial<Pick<VehicleRecord, 'licensing' | 'testing' | 'specification'>>;

/** One fetch of a registration from all free sources. */
export const vehicleFetchEntity = defineEntity({
  name: 'VehicleFetchRequest',
  tableName: 'vehicle_fetches',
  properties: {
    id: uuidPrimaryKey(),
    registration: p.text(),
    status: p.text().$type<VehicleFetchStatus>().default('queued'),
    outcome: p.text().$type<VehicleFetchOutcome>().nullable(),
    steps: p.json<VehicleFetchSteps>(),
    sections: p.json<VehicleFetchSections>().default('{}'),
    requestedAt: instantColumn(),
    finishedAt: instantColumn().nullable(),
    correlationId: p.text(),
    /** Keyed hash of the client's address, kept while the fetch is live. */
    requesterHash: p.text().nullable(),
  },
  uniques: [
    // Only one live fetch per registration: a hundred simultaneous requests share it.
    {
      name: 'vehicle_fetches_live_unique',
      properties: ['registration'],
      where: `status in ('queued', 'running')`,
    },
  ],
  indexes: [
    { name: 'vehicle_fetches_requested_at_index', properties: ['requestedAt'] },
    { name: 'vehicle_fetches_finished_index', properties: ['registration', 'finishedAt'] },
  ],
  checks: [
    { name: 'vehicle_fetches_registration_check', expression: registrationFormatCheck('registration') },
    { name: 'vehicle_fetches_status_check', expression: `status in ('queued', 'running', 'done')` },
    { name: 'vehicle_fetches_outcome_check', expression: `outcome in ('found', 'not-found', 'unavailable')` },
    {
      name: 'vehicle_fetches_done_check',
      expression: `(status = 'done') = (outcome is not null) and (status = 'done') = (finished_at is not null)`,
    },
    { name: 'vehicle_fetches_steps_check', expression: `jsonb_typeof(steps) = 'object'` },
    { name: 'vehicle_fetches_sections_check', expression: `jsonb_typeof(sections) = 'object'` },
    { name: 'vehicle_fetches_correlation_id_check', expression: 'length(correlation_id) <= 64' },
    { name: 'vehicle_fetches_asked_by_check', expression: tokenHashFormatCheck('requester_hash') },
  ],
});
