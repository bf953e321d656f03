import type { VehicleFetch, VehicleLookup } from '@ve/contracts/http/vehicle/vehicle-data';
import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import type { LicensingRecord } from '@ve/data/vehicle/vehicle.repository';

type Found = Extract<VehicleLookup, { outcome: 'found' }>['vehicle'];

/**
 * Converts a fetch to the look-up's answer with the names and messages of specification sections 3 and 8. DVLA's answer
 * takes precedence. Without one, uses another source that has the vehicle; `unavailable` when there is none.
 */
export function toVehicleLookup(state: VehicleFetch): VehicleLookup {
  if (state.outcome === 'not-found' || isDvlaWithout(state)) return notFound;
  const record = recordOf(state);
  if (!record) return unavailable;
  const { registration, licensing, testing, specification } = record;
  if (licensing.state === 'found')
    return licensingToVehicleLookup({ ...record, model: modelOf(record) }) ?? unavailable;
  if (testing.state === 'found') {
    const { make, model, manufactureDate, primaryColour, fuelType, engineSize } = testing.data;
    const yearOfManufacture = manufactureDate === null ? null : Number(manufactureDate.slice(0, 4));
    const values = { make, model, yearOfManufacture, colour: primaryColour, fuelType, engineCapacity: engineSize };
    return { outcome: 'found', source: 'DVSA', vehicle: { ...nothing, registrationNumber: registration, ...values } };
  }
  if (specification.state === 'found') {
    const { make, model, yearOfManufacture, colour, fuelType, engineCapacity } = specification.data;
    const values = { make, model, yearOfManufacture, colour, fuelType, engineCapacity };
    return { outcome: 'found', source: 'UKVD', vehicle: { ...nothing, registrationNumber: registration, ...values } };
  }
  return unavailable;
}

/** Whether DVLA is no longer pending. */
export const hasDvlaResponded = (state: VehicleFetch): boolean =>
  state.outcome !== 'pending' || stepOfDvla(state) === 'answered' || stepOfDvla(state) === 'unavailable';

/** Whether the look-up can be answered: a source has the vehicle, DVLA does not have it, or the fetch has ended. */
export const isVehicleLookupAnswerable = (state: VehicleFetch): boolean =>
  state.outcome !== 'pending' || isDvlaWithout(state) || state.partial !== null;

/** The look-up's answer from DVLA's section only; null when DVLA gave no answer. */
export function licensingToVehicleLookup({ registration, licensing, model }: LicensingRecord): VehicleLookup | null {
  if (licensing.state === 'not-held') return notFound;
  if (licensing.state !== 'found') return null;
  const { data } = licensing;
  return {
    outcome: 'found',
    source: 'DVLA',
    vehicle: {
      registrationNumber: registration,
      make: data.make,
      model,
      yearOfManufacture: data.yearOfManufacture,
      colour: data.colour,
      fuelType: data.fuelType,
      engineCapacity: data.engineCapacity,
      dateOfLastV5CIssued: data.dateOfLastV5CIssued,
      taxStatus: data.taxStatus,
      taxDueDate: data.taxDueDate,
      motStatus: data.motStatus,
      motExpiryDate: data.motExpiryDate,
    },
  };
}

/** DVLA registers every vehicle: if it has none, no other source is needed. */
function isDvlaWithout(state: VehicleFetch): boolean {
  const record = recordOf(state);
  if (record) return record.licensing.state === 'not-held';
  return state.outcome === 'pending' && stepOfDvla(state) === 'answered';
}

const stepOfDvla = ({ steps }: Extract<VehicleFetch, { outcome: 'pending' }>) =>
  steps.find(({ source }) => source === 'DVLA')?.state;

const recordOf = (state: VehicleFetch): VehicleRecord | null => {
  if (state.outcome === 'found') return state.record;
  return state.outcome === 'pending' ? (state.partial?.record ?? null) : null;
};

const modelOf = ({ testing, specification }: VehicleRecord): string | null =>
  (testing.state === 'found' ? testing.data.model : null) ??
  (specification.state === 'found' ? specification.data.model : null);

const nothing: Omit<Found, 'registrationNumber'> = {
  make: null,
  model: null,
  yearOfManufacture: null,
  colour: null,
  fuelType: null,
  engineCapacity: null,
  dateOfLastV5CIssued: null,
  taxStatus: null,
  taxDueDate: null,
  motStatus: null,
  motExpiryDate: null,
};
const notFound: VehicleLookup = { outcome: 'not-found', message: 'Vehicle not found in DVLA database' };
const unavailable: VehicleLookup = { outcome: 'unavailable', message: 'Failed to fetch vehicle data from DVLA' };
