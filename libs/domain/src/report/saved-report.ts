import { motState } from '../vehicle/mot/mot-state.ts';
import { taxOfRecord } from '../vehicle/tax/tax-of-record.ts';
import { yearsBetween } from '../kernel/time/london-date.ts';
import { type DatumCandidate, datumCandidateFrom } from '../vehicle/record/datum.ts';
import { firstRegistrationCandidates } from '../vehicle/record/first-registration-candidates.ts';
import type { VehicleRecord } from '../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../kernel/time/iso-date.ts';
import {
  bhpPerKw,
  vehicleColourCandidates,
  vehicleMakeCandidates,
  vehicleModelCandidates,
  positiveOrNull,
  manufactureYearCandidates,
} from '../vehicle/facts/vehicle-facts.ts';

/** The columns of a saved report (specification section 3); a value that no source has is null, never a guess. */
export interface SavedVehicleColumns {
  vehicleMake: string | null;
  vehicleModel: string | null;
  vehicleYear: number | null;
  vehicleColor: string | null;
  fuelType: string | null;
  /** cc */
  engineSize: number | null;
  transmission: string | null;
  seats: number | null;
  /** mph */
  maxSpeed: number | null;
  /** kg */
  kerbWeight: number | null;
  bhp: number | null;
  engineNumber: string | null;
  vinLast5: string | null;
  euroStatus: string | null;
  /** Whole years since first registration. */
  vehicleAge: number | null;
  motExpiry: IsoDate | null;
  taxExpiry: IsoDate | null;
  lastVscDate: IsoDate | null;
}

/** Derives the saved columns of a record on a day, from the same sources in the same order as the report's rows. */
export function savedVehicleColumnsOf(record: VehicleRecord, today: IsoDate): SavedVehicleColumns {
  const { licensing, testing, specification } = record;
  const registered = first(firstRegistrationCandidates(record));
  return {
    vehicleMake: first(vehicleMakeCandidates(record)),
    vehicleModel: first(vehicleModelCandidates(record)),
    vehicleYear: within(first(manufactureYearCandidates(record)), 1885, 2100),
    vehicleColor: first(vehicleColourCandidates(record)),
    fuelType: first([
      datumCandidateFrom(licensing, (data) => data.fuelType),
      datumCandidateFrom(specification, (data) => data.fuelType),
      datumCandidateFrom(testing, (data) => data.fuelType),
    ]),
    engineSize: first([
      datumCandidateFrom(licensing, (data) => positiveOrNull(data.engineCapacity)),
      datumCandidateFrom(specification, (data) => positiveOrNull(data.engineCapacity)),
      datumCandidateFrom(testing, (data) => positiveOrNull(data.engineSize)),
    ]),
    transmission: first([datumCandidateFrom(specification, (data) => data.transmission)]),
    seats: within(first([datumCandidateFrom(specification, (data) => positiveOrNull(data.seats))]), 0, 200),
    maxSpeed: first([datumCandidateFrom(specification, (data) => positiveOrNull(data.maxSpeedMph))]),
    kerbWeight: first([datumCandidateFrom(specification, (data) => positiveOrNull(data.kerbWeight))]),
    bhp: first([
      datumCandidateFrom(specification, (data) => {
        const powerKw = positiveOrNull(data.powerKw);
        return positiveOrNull(data.bhp) ?? (powerKw === null ? null : Math.round(powerKw * bhpPerKw));
      }),
    ]),
    engineNumber: first([datumCandidateFrom(specification, (data) => data.engineNumber)]),
    vinLast5: first([
      datumCandidateFrom(specification, (data) => (/^[A-Z0-9]{5}$/.test(data.vinLast5 ?? '') ? data.vinLast5 : null)),
    ]),
    euroStatus: first([
      datumCandidateFrom(licensing, (data) => data.euroStatus),
      datumCandidateFrom(specification, (data) => data.euroStatus),
    ]),
    vehicleAge: registered === null ? null : within(yearsBetween(registered.date, today), 0, 200),
    motExpiry: motState(record, today).expiryDate,
    taxExpiry: taxOfRecord(record, today).dueDate,
    lastVscDate: first([datumCandidateFrom(licensing, (data) => data.dateOfLastV5CIssued)]),
  };
}

/** The first value; blank text counts as none. */
function first<V>(candidates: readonly DatumCandidate<V>[]): V | null {
  const found = candidates.find(({ value }) => value !== null && (typeof value !== 'string' || value.trim() !== ''));
  return found?.value ?? null;
}

/** A number that is plausible for a vehicle, otherwise null. */
function within(value: number | null, min: number, max: number): number | null {
  return value !== null && value >= min && value <= max ? value : null;
}
