import { addYears } from '../dates.ts';
import type { SimulatedCar } from '../fleet/car.types.ts';
import type { CannedAnswer } from '../vendors/vendor.types.ts';
import {
  dvlaBadRequestAnswer,
  dvlaMaintenanceAnswer,
  dvlaNotFoundAnswer,
  dvlaSystemErrorAnswer,
  dvlaTooManyRequestsAnswer,
} from './dvla.errors.ts';
import { dvlaVehicle, type DvlaVehicle } from './vehicle.mapper.ts';

/** DVLA's documented test registrations that are rejected. */
export const dvlaUatErrorAnswers: Readonly<Record<string, CannedAnswer>> = {
  ER19BAD: dvlaBadRequestAnswer,
  ER19NFD: dvlaNotFoundAnswer,
  ER19THR: dvlaTooManyRequestsAnswer,
  ER19ERR: dvlaSystemErrorAnswer,
  ER19MNT: dvlaMaintenanceAnswer,
};

function without(vehicle: DvlaVehicle, ...keys: (keyof DvlaVehicle)[]): DvlaVehicle {
  const rest = { ...vehicle };
  for (const key of keys) if (key !== 'registrationNumber') Reflect.deleteProperty(rest, key);
  return rest;
}

/** A car with the overrides that DVLA's test environment documents. */
export function toDvlaUatVehicle(car: SimulatedCar): DvlaVehicle {
  const vehicle = dvlaVehicle(car);
  const inAYear = addYears(car.today, 1);
  switch (car.registration) {
    case 'AA19AAA':
      return {
        ...without(vehicle, 'motExpiryDate'),
        taxDueDate: inAYear,
        artEndDate: '2025-03-30',
        motStatus: 'No details held by DVLA',
        revenueWeight: 0,
        dateOfLastV5CIssued: '2019-05-20',
      };
    case 'AA19EEE':
      return { ...without(vehicle, 'motExpiryDate'), motStatus: 'No results returned' };
    case 'AA19PPP':
      return { ...without(vehicle, 'motStatus', 'motExpiryDate'), yearOfManufacture: 2016 };
    case 'AA19MOT':
      return { ...vehicle, motStatus: 'Valid', motExpiryDate: inAYear };
    default:
      return vehicle;
  }
}
