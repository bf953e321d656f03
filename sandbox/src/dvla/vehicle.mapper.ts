import { monthOf } from '../dates.ts';
import type { SimulatedCar } from '../fleet/car.types.ts';

/** A `Vehicle` of the Vehicle Enquiry Service: data that DVLA does not hold is omitted, never null. */
export interface DvlaVehicle {
  registrationNumber: string;
  taxStatus?: string;
  taxDueDate?: string;
  artEndDate?: string;
  motStatus?: string;
  motExpiryDate?: string;
  make?: string;
  monthOfFirstDvlaRegistration?: string;
  monthOfFirstRegistration?: string;
  yearOfManufacture?: number;
  engineCapacity?: number;
  co2Emissions?: number;
  fuelType?: string;
  markedForExport?: boolean;
  colour?: string;
  typeApproval?: string;
  wheelplan?: string;
  revenueWeight?: number;
  realDrivingEmissions?: string;
  dateOfLastV5CIssued?: string;
  euroStatus?: string;
}

/** Cars over 40 are exempt: DVLA holds no MOT details unless they were tested recently. */
const isExemptAndUntested = (car: SimulatedCar): boolean =>
  car.motExpiry !== null && car.motExpiry < car.today && Number(car.today.slice(0, 4)) - car.manufactured > 40;

function motOf(car: SimulatedCar): Pick<DvlaVehicle, 'motStatus' | 'motExpiryDate'> {
  if (car.motExpiry === null || isExemptAndUntested(car)) return { motStatus: 'No details held by DVLA' };
  return { motStatus: car.motExpiry >= car.today ? 'Valid' : 'Not valid', motExpiryDate: car.motExpiry };
}

export function dvlaVehicle(car: SimulatedCar): DvlaVehicle {
  const { model } = car;
  const [lastDocument] = car.documents;
  return {
    registrationNumber: car.registration,
    taxStatus: car.tax.status,
    ...(car.taxDue === null ? {} : { taxDueDate: car.taxDue }),
    ...motOf(car),
    make: model.make,
    monthOfFirstDvlaRegistration: monthOf(car.firstRegisteredUk),
    monthOfFirstRegistration: monthOf(car.firstRegistered),
    yearOfManufacture: car.manufactured,
    ...(model.cc === null ? {} : { engineCapacity: model.cc }),
    ...(model.co2 === null ? {} : { co2Emissions: model.co2 }),
    fuelType: model.fuel,
    markedForExport: car.markers?.exportedDaysAgo !== undefined,
    colour: car.colour,
    ...(car.firstRegistered < '1998-01-01' ? {} : { typeApproval: model.typeApproval ?? 'M1' }),
    wheelplan: model.wheelplan ?? '2 AXLE RIGID BODY',
    ...(car.firstRegistered < '2001-03-01' ? {} : { revenueWeight: model.grossKg }),
    ...(model.rde === undefined ? {} : { realDrivingEmissions: model.rde }),
    ...(lastDocument === undefined ? {} : { dateOfLastV5CIssued: lastDocument }),
    ...(model.euro === null ? {} : { euroStatus: model.euro }),
  };
}
