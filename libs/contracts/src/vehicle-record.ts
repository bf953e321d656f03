import type { FullCheckOnlyFacts } from '@ve/domain/vehicle/record/locked-facts';
import type * as domain from '@ve/domain/vehicle/record/vehicle-record';
import * as z from 'zod/mini';

const text = z.nullable(z.string());
const whole = z.nullable(z.int());
const amount = z.nullable(z.number());
const flag = z.nullable(z.boolean());
export const isoDateSchema = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
export const isoInstantSchema = z.iso.datetime();
const date = z.nullable(isoDateSchema);

/** The tax statuses that DVLA documents. */
export const taxStatuses = ['Taxed', 'Untaxed', 'SORN', 'Not Taxed for on Road Use'] as const;
/** The MOT statuses that DVLA documents. */
export const motStatuses = ['Valid', 'Not valid', 'No details held by DVLA', 'No results returned'] as const;
/** The defect types that DVSA documents. */
export const defectTypes = [
  'ADVISORY',
  'MINOR',
  'MAJOR',
  'DANGEROUS',
  'FAIL',
  'PRS',
  'NON SPECIFIC',
  'SYSTEM GENERATED',
  'USER ENTERED',
] as const;

const source = z.enum(['DVLA', 'DVSA', 'UKVD']);

export const unavailableReasonSchema = z.enum([
  'timeout',
  'rate-limited',
  'budget-spent',
  'refused',
  'source-error',
  'unreadable-answer',
  'circuit-open',
  'restricted',
]);

/** The section of one source, as stored and sent. */
export const recordSectionSchema = <T extends z.ZodMiniType>(data: T) =>
  z.discriminatedUnion('state', [
    z.object({ state: z.literal('asking'), source, at: isoInstantSchema }),
    z.object({ state: z.literal('found'), source, at: isoInstantSchema, data }),
    z.object({ state: z.literal('not-held'), source, at: isoInstantSchema }),
    z.object({ state: z.literal('unavailable'), source, at: isoInstantSchema, reason: unavailableReasonSchema }),
  ]);

export const plateChangeSchema = z.object({ currentRegistration: text, previousRegistration: text, date });
export const colourChangeSchema = z.object({ previousColour: text, date });
export const identityInspectionSchema = z.object({ date, result: z.nullable(z.enum(['PASS', 'FAIL'])) });

const licensing = z.object({
  make: text,
  colour: text,
  fuelType: text,
  yearOfManufacture: whole,
  engineCapacity: whole,
  co2Emissions: whole,
  taxStatus: z.nullable(z.enum(taxStatuses)),
  taxDueDate: date,
  artEndDate: date,
  motStatus: z.nullable(z.enum(motStatuses)),
  motExpiryDate: date,
  monthOfFirstRegistration: text,
  dateOfLastV5CIssued: date,
  euroStatus: text,
  realDrivingEmissions: text,
  typeApproval: text,
  wheelplan: text,
  revenueWeight: whole,
  markedForExport: flag,
  automatedVehicle: flag,
});

const motTest = z.object({
  testNumber: text,
  completedAt: isoInstantSchema,
  result: z.enum(['PASSED', 'FAILED']),
  expiryDate: date,
  odometer: z.nullable(z.object({ value: z.int(), unit: z.enum(['MI', 'KM']) })),
  odometerResult: z.enum(['READ', 'UNREADABLE', 'NO_ODOMETER']),
  dataSource: z.enum(['DVSA', 'DVA NI', 'CVS']),
  defects: z.array(
    z.object({
      type: z.enum(defectTypes),
      text: z.string(),
      dangerous: z.boolean(),
    }),
  ),
});

const testing = z.object({
  make: text,
  model: text,
  fuelType: text,
  primaryColour: text,
  engineSize: whole,
  firstUsedDate: date,
  registrationDate: date,
  manufactureDate: date,
  motTestDueDate: date,
  hasOutstandingRecall: z.enum(['Yes', 'No', 'Unknown', 'Unavailable']),
  tests: z.array(motTest),
});

const specification = z.object({
  make: text,
  model: text,
  colour: text,
  fuelType: text,
  bodyStyle: text,
  transmission: text,
  driveType: text,
  yearOfManufacture: whole,
  dateFirstRegistered: date,
  engineCapacity: whole,
  engineNumber: text,
  vinLast5: text,
  seats: whole,
  doors: whole,
  gears: whole,
  bhp: amount,
  powerKw: amount,
  maxSpeedMph: amount,
  zeroToSixtySeconds: amount,
  kerbWeight: amount,
  combinedMpg: amount,
  co2Emissions: amount,
  euroStatus: text,
  vedBand: text,
  vedTwelveMonths: whole,
  // Absent from records stored before this field was added.
  taxStatus: z._default(z.nullable(z.enum(['Taxed', 'Untaxed', 'SORN'])), null),
  taxDueDate: date,
  motDueDate: date,
  previousKeepers: whole,
  lastKeeperChange: date,
  // Lists and flags with a default are absent from records stored before they were added.
  keeperChanges: z._default(z.array(z.object({ date, previousKeepers: whole })), []),
  plateChangeCount: whole,
  plateChanges: z.array(plateChangeSchema),
  colourChangeCount: whole,
  colourChanges: z._default(z.array(colourChangeSchema), []),
  identityInspections: z._default(z.array(identityInspectionSchema), []),
  imported: flag,
  importedFromOutsideEu: flag,
  exported: flag,
  dateExported: date,
  scrapped: flag,
  dateScrapped: date,
  certificateOfDestruction: z._default(flag, null),
});

/**
 * The record as sent over HTTP and stored in `vehicles.record`; its shape is `domain/vehicle/record/vehicle-record`.
 */
export const vehicleRecordSchema = z.object({
  registration: z.string().check(z.regex(/^[A-Z0-9]{2,7}$/)),
  fetchedAt: isoInstantSchema,
  licensing: recordSectionSchema(licensing),
  testing: recordSectionSchema(testing),
  specification: recordSectionSchema(specification),
});

export type VehicleRecord = z.infer<typeof vehicleRecordSchema>;

/** The part of the record that a full check unlocks; its shape is `domain/vehicle/record/locked-facts`. */
export const fullCheckOnlyFactsSchema = z.object({
  colourChangeCount: specification.shape.colourChangeCount,
  colourChanges: specification.shape.colourChanges,
});

export type AreSameType<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
/** Neither compiles when the schema and the domain's shape diverge. */
export const vehicleRecordMatchesDomainType: AreSameType<VehicleRecord, domain.VehicleRecord> = true;
export const fullCheckOnlyFactsMatchDomainType: AreSameType<
  z.infer<typeof fullCheckOnlyFactsSchema>,
  FullCheckOnlyFacts
> = true;
