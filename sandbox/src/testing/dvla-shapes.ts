import { day, flag, listOf, month, oneOf, record, text, whole, type Shape } from './shapes.ts';

/** `Vehicle` of DVLA's OpenAPI document 1.1.0. */
export const dvlaVehicleShape = record(
  { registrationNumber: text },
  {
    taxStatus: oneOf('Not Taxed for on Road Use', 'SORN', 'Taxed', 'Untaxed'),
    taxDueDate: day,
    artEndDate: day,
    motStatus: oneOf('No details held by DVLA', 'No results returned', 'Not valid', 'Valid'),
    motExpiryDate: day,
    make: text,
    monthOfFirstDvlaRegistration: month,
    monthOfFirstRegistration: month,
    yearOfManufacture: whole,
    engineCapacity: whole,
    co2Emissions: whole,
    fuelType: text,
    markedForExport: flag,
    colour: text,
    typeApproval: text,
    wheelplan: text,
    revenueWeight: whole,
    realDrivingEmissions: text,
    dateOfLastV5CIssued: day,
    euroStatus: text,
  },
);

const dvlaError = record({ errors: listOf(record({ title: text }, { status: text, code: text, detail: text })) });

/** DVLA's documented error bodies, by status. */
export const dvlaErrorShapes: Record<number, Shape> = {
  400: dvlaError,
  403: record({ message: text }),
  404: dvlaError,
  429: dvlaError,
  500: dvlaError,
  503: listOf(record({ status: whole, title: text, detail: text })),
};
