import { addDays } from '../dates.ts';
import type { SimulatedCar, MotTestDefect, SimulatedMotTest } from '../fleet/car.types.ts';

interface DvsaVehicleBase {
  registration: string;
  make: string;
  model: string;
  fuelType: string;
  primaryColour: string;
  registrationDate: string;
  manufactureDate: string;
  hasOutstandingRecall: 'Yes' | 'No' | 'Unknown' | 'Unavailable';
}

interface DvsaMotTest {
  completedDate: string;
  testResult: 'PASSED' | 'FAILED';
  expiryDate: string | null;
  odometerValue: string | null;
  odometerUnit: 'MI' | 'KM' | null;
  odometerResultType: 'READ' | 'UNREADABLE' | 'NO_ODOMETER';
  motTestNumber: string;
  dataSource: 'DVSA' | 'DVA NI' | 'CVS';
  location?: string;
  defects?: MotTestDefect[];
}

/** `VehicleWithMotResponse` of the MOT History API. */
export interface DvsaTestedVehicle extends DvsaVehicleBase {
  firstUsedDate: string;
  engineSize?: string;
  motTests: DvsaMotTest[];
}

/** `NewRegVehicleResponse` of the MOT History API. */
export interface DvsaNewVehicle extends DvsaVehicleBase {
  manufactureYear: string;
  motTestDueDate: string | null;
}

const fuelNames = {
  PETROL: 'Petrol',
  DIESEL: 'Diesel',
  ELECTRICITY: 'Electric',
  'HYBRID ELECTRIC': 'Hybrid Electric (Clean)',
} as const;

const capitalised = (capitals: string): string => capitals.charAt(0) + capitals.slice(1).toLowerCase();

function motTest(test: SimulatedMotTest): DvsaMotTest {
  return {
    completedDate: test.completedAt,
    testResult: test.result,
    expiryDate: test.expiryDate,
    odometerValue: test.odometer === null ? null : String(test.odometer.value),
    odometerUnit: test.odometer?.unit ?? null,
    odometerResultType: test.odometerResult,
    motTestNumber: test.number,
    dataSource: test.dataSource,
    ...(test.dataSource === 'CVS' ? { location: 'Leeds ATF, Pontefract Lane' } : {}),
    // Northern Ireland sends tests without defects.
    ...(test.dataSource === 'DVA NI' ? {} : { defects: test.defects }),
  };
}

export function dvsaVehicle(car: SimulatedCar): DvsaTestedVehicle | DvsaNewVehicle {
  const { model } = car;
  const base: DvsaVehicleBase = {
    registration: car.registration,
    make: model.make,
    model: model.range.toUpperCase(),
    fuelType: fuelNames[model.fuel],
    primaryColour: capitalised(car.colour),
    registrationDate: car.firstRegisteredUk,
    manufactureDate:
      car.yearOfManufacture === undefined ? addDays(car.firstRegistered, -45) : `${car.manufactured}-01-01`,
    hasOutstandingRecall: car.recall ?? 'Unknown',
  };
  if (car.tests.length === 0) {
    return { ...base, manufactureYear: String(car.manufactured), motTestDueDate: car.firstTestDue };
  }
  return {
    ...base,
    firstUsedDate: car.firstRegistered,
    ...(model.cc === null ? {} : { engineSize: String(model.cc) }),
    motTests: car.tests.map(motTest),
  };
}
