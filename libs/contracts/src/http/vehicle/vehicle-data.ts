import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { registrationField } from '../../registration-field.ts';
import { isoDateSchema, isoInstantSchema, vehicleRecordSchema } from '../../vehicle-record.ts';

export const vehicleLookupQuerySchema = z.object({ reg: registrationField });

export const fetchVehicleDataSchema = z.object({
  registration: registrationField,
  datapackage: z.enum(['VehicleData', 'VdiCheckFull']),
});

/** The progress of a fetch with one source. */
export const vehicleFetchStepSchema = z.object({
  source: z.enum(['DVLA', 'DVSA', 'UKVD']),
  state: z.enum(['waiting', 'asking', 'answered', 'unavailable']),
});

/**
 * `found` has the record; `not-found`: the sources responded and have no such vehicle; `unavailable`: no source could
 * be read, so it is unknown whether the vehicle exists.
 */
export const vehicleFetchResultSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    record: vehicleRecordSchema,
    /** Today in Europe/London by the server's clock; status labels are derived for this day. */
    asOf: isoDateSchema,
  }),
  z.object({ outcome: z.literal('not-found'), registration: z.string(), message: z.string() }),
  z.object({ outcome: z.literal('unavailable'), registration: z.string(), message: z.string() }),
]);

/** A fetch still in progress: follow `events` (server-sent) or poll `self`. */
export const vehicleFetchPendingSchema = z.object({
  outcome: z.literal('pending'),
  fetchId: z.uuid(),
  registration: z.string(),
  requestedAt: isoInstantSchema,
  steps: z.array(vehicleFetchStepSchema),
  /** The sections that have been received, the others `asking`; null until a source has the vehicle. */
  partial: z.nullable(z.object({ record: vehicleRecordSchema, asOf: isoDateSchema })),
  /** `/api/vehicle-fetches/{fetchId}` */
  self: z.string(),
  /** `/api/vehicle-fetches/{fetchId}/events`; each `message` event is a `vehicleFetchSchema`. */
  events: z.string(),
});

export const vehicleFetchSchema = z.union([vehicleFetchResultSchema, vehicleFetchPendingSchema]);

export type FinishedVehicleFetch = z.infer<typeof vehicleFetchResultSchema>;
export type VehicleFetch = z.infer<typeof vehicleFetchSchema>;
export type VehicleFetchStep = z.infer<typeof vehicleFetchStepSchema>;

/**
 * DVLA's data with the field names of specification section 3; while DVLA has none, another source's, with only the
 * fields that it has.
 */
export const vehicleLookupSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    source: z.enum(['DVLA', 'DVSA', 'UKVD']),
    vehicle: z.object({
      registrationNumber: z.string(),
      make: z.nullable(z.string()),
      model: z.nullable(z.string()),
      yearOfManufacture: z.nullable(z.int()),
      colour: z.nullable(z.string()),
      fuelType: z.nullable(z.string()),
      engineCapacity: z.nullable(z.int()),
      dateOfLastV5CIssued: z.nullable(isoDateSchema),
      taxStatus: z.nullable(z.string()),
      taxDueDate: z.nullable(isoDateSchema),
      motStatus: z.nullable(z.string()),
      motExpiryDate: z.nullable(isoDateSchema),
    }),
  }),
  z.object({ outcome: z.literal('not-found'), message: z.literal('Vehicle not found in DVLA database') }),
  z.object({ outcome: z.literal('unavailable'), message: z.literal('Failed to fetch vehicle data from DVLA') }),
]);

export type VehicleLookup = z.infer<typeof vehicleLookupSchema>;

/**
 * `busy` and `too-many-requests`: a global limit, or that of this client, is reached. `preview-read-only`: nothing is
 * stored of the vehicle, and a preview asks no source.
 */
const fetchProblems = [
  ...(['registration-required', 'registration-invalid', 'busy', 'too-many-requests'] as const),
  'preview-read-only',
] as const;
const fetchParams = z.object({ id: z.uuid() });

/** 202: the fetch is in progress, at the URL in the body and in `Location`. */
export const fetchVehicleDataEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/fetch-vehicle-data',
  body: fetchVehicleDataSchema,
  answers: { 200: vehicleFetchResultSchema, 202: vehicleFetchPendingSchema },
  problems: fetchProblems,
});

export const readVehicleFetchEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/vehicle-fetches/:id',
  params: fetchParams,
  answers: { 200: vehicleFetchSchema },
  problems: ['not-found'],
});

/** The current state, then every change; the stream ends when the fetch is done. */
export const followVehicleFetchEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/vehicle-fetches/:id/events',
  params: fetchParams,
  answers: { 200: vehicleFetchSchema },
  events: true,
  problems: ['not-found'],
});

export const fetchVehicleLookupEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/vehicle-lookup',
  query: vehicleLookupQuerySchema,
  answers: { 200: vehicleLookupSchema },
  problems: fetchProblems,
});
