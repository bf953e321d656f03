import { sampleColours, sampleModels } from './sample-values.ts';
import { seededCreationTimeOf, type SeededCustomer } from './customer.ts';
import { createSeededRandom } from './seeded-random.ts';

interface Plate {
  registration: string;
  year: number;
}

/** Returns the registration of a customer's vehicle, and the year in which it was first registered. */
export function seededPlateOf(customer: SeededCustomer): Plate {
  const drawn = createSeededRandom(customer.scale.seed, 5, customer.index);
  const year = seededCreationTimeOf(customer).getUTCFullYear() - 1 - drawn.below(22);
  // The age identifier: the year, or 50 more in its second half (DVLA, INF104).
  const identifier = String((year % 100) + (drawn.chance(0.5) ? 0 : 50)).padStart(2, '0');
  return { registration: `${drawn.letters(2, memoryTag)}${identifier}${drawn.letters(3, serialAlphabet)}`, year };
}

/** Columns of a report on a customer's vehicle, by their names in the database. */
export function seededVehicleColumns(customer: SeededCustomer) {
  const drawn = createSeededRandom(customer.scale.seed, 6, customer.index);
  const { registration, year } = seededPlateOf(customer);
  const { make, model, fuel, engine, bhp } = drawn.one(sampleModels);
  const at = seededCreationTimeOf(customer);
  const dueDay = () => new Date(at.getTime() + (drawn.below(395) - 30) * 86_400_000).toISOString().slice(0, 10);
  return {
    registration_number: registration,
    vehicle_make: make,
    vehicle_model: model,
    vehicle_year: year,
    vehicle_color: drawn.one(sampleColours),
    fuel_type: fuel,
    engine_size: engine,
    bhp,
    vin_last_5: String(10_000 + drawn.below(90_000)),
    vehicle_age: at.getUTCFullYear() - year,
    mot_expiry: dueDay(),
    tax_expiry: dueDay(),
  };
}

const memoryTag = 'ABCDEFGHJKLMNOPRSTUVWXY';
const serialAlphabet = 'ABCDEFGHJKLMNOPRSTUVWXYZ';
